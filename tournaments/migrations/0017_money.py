import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

METHODS = [
    ("cash", "cash"),
    ("cheque", "cheque"),
    ("transfer", "transfer"),
    ("card", "card"),
    ("online", "online"),
    ("other", "otherwise"),
]


def _key():
    return models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)


def _by():
    return models.ForeignKey(
        blank=True,
        null=True,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=settings.AUTH_USER_MODEL,
    )


def _voids(to):
    return models.ForeignKey(
        blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="counters", to=to
    )


def _person():
    return models.ForeignKey(
        blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.person"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("tournaments", "0016_hall_screens"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "payment",
            "kind",
            models.CharField(
                choices=[("fee", "fee"), ("refund", "refund"), ("moved", "moved to another entry")],
                default="fee",
                max_length=10,
            ),
        ),
        migrations.AddField("payment", "method", models.CharField(choices=METHODS, default="other", max_length=10)),
        migrations.AddField("payment", "person", _person()),
        migrations.AddField("payment", "by", _by()),
        migrations.AddField("payment", "voids", _voids("tournaments.payment")),
        migrations.AddField(
            "payment",
            "tournament",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="payments",
                to="tournaments.tournament",
            ),
        ),
    ]
