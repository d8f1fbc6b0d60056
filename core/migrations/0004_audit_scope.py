from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0003_audit_risk"),
    ]

    operations = [
        migrations.AddField(
            model_name="auditevent",
            name="scope",
            field=models.UUIDField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="auditevent",
            index=models.Index(fields=["scope", "id"], name="core_audit_scope"),
        ),
    ]
