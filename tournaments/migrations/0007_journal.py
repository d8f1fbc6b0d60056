from django.db import migrations

from core import triggers

#: Of each kind of row that an event can be about: where its tournament is found.
TOURNAMENT_OF = {
    "tournament": ("Tournament", "pk"),
    "stage": ("Stage", "tournament"),
    "entry": ("Entry", "tournament"),
    "round": ("Round", "stage__tournament"),
    "draw": ("Draw", "round__stage__tournament"),
    "checkin": ("CheckIn", "stage__tournament"),
    "publication": ("Publication", "tournament"),
}


def find_again(apps, schema_editor):
    """The events of tournaments from before they bore its id. Their table is append-only: its guard is put aside."""
    events = apps.get_model("core", "AuditEvent").objects.using(schema_editor.connection.alias)
    triggers.drop(schema_editor.connection, "core_auditevent")
    for kind, (name, path) in TOURNAMENT_OF.items():
        rows = apps.get_model("tournaments", name).objects.using(schema_editor.connection.alias)
        for object_id, tournament_id in rows.values_list("pk", path).iterator():
            events.filter(object_type=kind, object_id=object_id, scope__isnull=True).update(scope=tournament_id)
    triggers.create(schema_editor.connection, "core_auditevent")


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0004_audit_scope"),
        ("tournaments", "0006_snapshots"),
    ]

    operations = [migrations.RunPython(find_again, migrations.RunPython.noop)]
