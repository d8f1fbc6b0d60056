from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_second_readings")]

    operations = [
        migrations.AlterField(
            model_name="publication",
            name="what",
            field=models.CharField(
                choices=[("round", "results of a round"), ("standings", "standings"), ("sheets", "sheets of a round")],
                max_length=10,
            ),
        ),
    ]
