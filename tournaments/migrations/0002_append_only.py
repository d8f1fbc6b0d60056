from django.db import migrations

from core.triggers import AppendOnly


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [AppendOnly("tournaments_publication")]
