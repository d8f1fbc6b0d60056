import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.triggers import AppendOnly, ErasedByPermit

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


def _of_tournament(name):
    return models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT, related_name=name, to="tournaments.tournament"
    )


def _of_club(name):
    return models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name=name, to="clubs.club")


def _at():
    return models.DateTimeField(default=django.utils.timezone.now)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_money_kept"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AlterField("payment", "tournament", _of_tournament("payments")),
        migrations.RemoveField("payment", "voided_at"),
        migrations.AlterModelOptions("payment", {"ordering": ["at"]}),
        migrations.AddConstraint(
            "payment", models.UniqueConstraint(fields=("voids",), name="tournaments_payment_void_once")
        ),
        migrations.CreateModel(
            name="FeeRules",
            fields=[
                ("id", _key()),
                (
                    "per",
                    models.CharField(
                        choices=[("entry", "for a whole entry"), ("person", "for each player")],
                        default="entry",
                        max_length=10,
                    ),
                ),
                ("kinds", models.JSONField(default=list)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fee_rules",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FeeChoice",
            fields=[
                ("id", _key()),
                ("key", models.CharField(max_length=8)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fee_choices",
                        to="tournaments.entry",
                    ),
                ),
                ("person", _person()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "person"), name="tournaments_fee_choice_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("person__isnull", True)),
                        fields=("entry",),
                        name="tournaments_fee_choice_of_entry_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReceiptBook",
            fields=[
                ("id", _key()),
                ("year", models.PositiveSmallIntegerField()),
                ("last", models.PositiveIntegerField(default=0)),
                ("club", _of_club("receipt_books")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("club", "year"), name="tournaments_receipt_book_once")],
            },
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                ("id", _key()),
                ("year", models.PositiveSmallIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("at", _at()),
                ("by", _by()),
                ("club", _of_club("receipts")),
                (
                    "payment",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="receipt", to="tournaments.payment"
                    ),
                ),
            ],
            options={
                "ordering": ["year", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "year", "number"), name="tournaments_receipt_number_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="CashLine",
            fields=[
                ("id", _key()),
                (
                    "kind",
                    models.CharField(
                        choices=[("float", "opening float"), ("income", "other income"), ("expense", "expense")],
                        max_length=10,
                    ),
                ),
                ("method", models.CharField(choices=METHODS, default="cash", max_length=10)),
                ("amount_cents", models.IntegerField()),
                ("note", models.CharField(blank=True, max_length=80)),
                ("at", _at()),
                ("by", _by()),
                ("tournament", _of_tournament("cash_lines")),
                ("voids", _voids("tournaments.cashline")),
            ],
            options={
                "ordering": ["at"],
                "constraints": [models.UniqueConstraint(fields=("voids",), name="tournaments_cash_line_void_once")],
            },
        ),
        migrations.CreateModel(
            name="TillCount",
            fields=[
                ("id", _key()),
                ("counted_cents", models.IntegerField()),
                ("expected_cents", models.IntegerField()),
                ("at", _at()),
                ("by", _by()),
                ("tournament", _of_tournament("till_counts")),
            ],
            options={"ordering": ["at"]},
        ),
        AppendOnly("tournaments_payment", "tournaments_receipt", "tournaments_cashline", "tournaments_tillcount"),
        ErasedByPermit("tournaments_payment", "tournament_id"),
        ErasedByPermit("tournaments_cashline", "tournament_id"),
        ErasedByPermit("tournaments_tillcount", "tournament_id"),
    ]
