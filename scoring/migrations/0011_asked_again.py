from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0010_friends")]

    operations = [
        migrations.AlterField(
            model_name="dispute",
            name="kind",
            field=models.CharField(
                choices=[
                    ("disagree", "disagreement"),
                    ("protest", "protest"),
                    ("late", "deals that came late"),
                    ("ask", "to be asked again"),
                ],
                max_length=10,
            ),
        ),
    ]
