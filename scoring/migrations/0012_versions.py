from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0011_asked_again")]

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
                    ("versions", "two versions of a deal"),
                ],
                max_length=10,
            ),
        ),
    ]
