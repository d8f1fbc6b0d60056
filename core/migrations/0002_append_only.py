from django.db import migrations

from core.triggers import AppendOnly


class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]

    operations = [AppendOnly("core_auditevent")]
