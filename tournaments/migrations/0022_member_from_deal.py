from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_what_was_done_in_deals")]

    operations = [
        migrations.AddField("entrymember", "from_deal", models.PositiveSmallIntegerField(default=1)),
    ]
