from django.db import migrations, models

from core.triggers import AppendOnly


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0002_append_only"),
    ]

    operations = [
        migrations.AddField(
            model_name="auditevent",
            name="risk",
            field=models.CharField(blank=True, default="", max_length=8),
        ),
        migrations.AddField(
            model_name="auditevent",
            name="snapshot",
            field=models.UUIDField(blank=True, null=True),
        ),
        # SQLite makes the table anew for a column that is never null, and its triggers do not come along.
        AppendOnly("core_auditevent"),
    ]
