from django.db import migrations

from core.triggers import AppendOnly


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]

    operations = [AppendOnly("scoring_rulesetversion", "scoring_gameformat", "scoring_entryevent")]
