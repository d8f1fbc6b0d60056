"""A sheet's history may say that time was called: a new word, nothing in the database changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0003_club_rulesets")]

    operations = [
        migrations.AlterField(
            model_name="entryevent",
            name="verb",
            field=models.CharField(
                choices=[
                    ("recorded", "recorded"),
                    ("amended", "amended"),
                    ("voided", "taken back"),
                    ("closed", "closed"),
                    ("reopened", "reopened"),
                    ("dealer", "first dealer"),
                    ("time", "time called"),
                ],
                max_length=10,
            ),
        ),
    ]
