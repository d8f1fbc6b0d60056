import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.triggers import AppendOnly, ErasedByPermit


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("tournaments", "0013_sheets_published"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PrizeList",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("prizes", models.JSONField(default=list)),
                ("several", models.BooleanField(default=False)),
                ("ties", models.CharField(default="shared", max_length=10)),
                ("seed", models.CharField(blank=True, max_length=64)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("awards", models.JSONField(default=list)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("is_shown", models.BooleanField(default=False)),
                ("winners_shown", models.BooleanField(default=False)),
                (
                    "publication",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="prize_lists",
                        to="tournaments.publication",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prize_list",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ties__in", ["shared", "drawn", "on"])), name="tournaments_ties"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeHanding",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("award", models.CharField(max_length=64)),
                ("seq", models.PositiveSmallIntegerField()),
                ("slots", models.JSONField(default=list)),
                ("kind", models.CharField(max_length=10)),
                ("label", models.CharField(blank=True, max_length=80)),
                ("cents", models.PositiveIntegerField(blank=True, null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="prizes", to="tournaments.entry"
                    ),
                ),
                (
                    "signed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.person",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="prize_handings",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["at"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "award", "seq"), name="tournaments_prize_handed_once"
                    ),
                    models.CheckConstraint(condition=models.Q(("seq__gte", 1)), name="tournaments_prize_seq_positive"),
                ],
            },
        ),
        AppendOnly("tournaments_prizehanding"),
        ErasedByPermit("tournaments_prizehanding", "tournament_id"),
    ]
