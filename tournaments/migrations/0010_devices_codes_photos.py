import uuid

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

SIDES = [("A", "North-South"), ("B", "East-West"), ("C", "Third player")]


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0007_friends_link"),
        ("scoring", "0010_friends"),
        ("tournaments", "0009_paper_plans_and_rehearsals"),
    ]

    operations = [
        migrations.CreateModel(
            name="TableDevice",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("mark", models.CharField(max_length=32)),
                ("kind", models.CharField(choices=[("phone", "phone"), ("computer", "computer")], max_length=10)),
                (
                    "came",
                    models.CharField(
                        choices=[("square", "by the square"), ("typed", "by the typed code")], max_length=10
                    ),
                ),
                ("first_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("last_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("shut_at", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="devices", to="tournaments.match"
                    ),
                ),
            ],
            options={
                "ordering": ["first_at"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "mark"), name="tournaments_device_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PairTries",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(choices=SIDES, max_length=1)),
                ("count", models.PositiveIntegerField(default=0)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="scoring.scoresheet"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "side"), name="tournaments_pair_tries_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetPhoto",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("link", models.UUIDField(blank=True, null=True)),
                ("device", models.CharField(blank=True, max_length=32)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "file",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="photo", to="core.storedfile"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="photos", to="scoring.scoresheet"
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "place"), name="tournaments_photo_place_once"),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1), ("place__lte", 4)), name="tournaments_photo_place_known"
                    ),
                ],
            },
        ),
    ]
