from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_prizes")]

    operations = [
        migrations.AlterField(
            model_name="publication",
            name="what",
            field=models.CharField(
                choices=[
                    ("round", "results of a round"),
                    ("standings", "standings"),
                    ("sheets", "sheets of a round"),
                    ("lists", "lists beside the standings"),
                ],
                max_length=10,
            ),
        ),
    ]
