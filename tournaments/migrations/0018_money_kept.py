from django.db import migrations


def write_counter_entries(apps, schema_editor):
    """What was made void before there were counter entries gets one; each payment knows its tournament; who was ticked
    as paid has paid what was asked."""
    Payment = apps.get_model("tournaments", "Payment")
    Entry = apps.get_model("tournaments", "Entry")
    for row in list(Payment.objects.select_related("entry")):
        row.tournament_id = row.entry.tournament_id
        row.kind = "fee" if row.amount_cents >= 0 else "refund"
        row.save(update_fields=["tournament", "kind"])
        if row.voided_at is not None:
            Payment.objects.create(
                tournament_id=row.tournament_id,
                entry_id=row.entry_id,
                kind=row.kind,
                method=row.method,
                amount_cents=-row.amount_cents,
                note=row.note,
                voids_id=row.pk,
                at=row.voided_at,
            )
    ticked = Entry.objects.filter(paid="yes", team=None, tournament__rehearsal_of=None).filter(payments=None)
    for entry in list(ticked.select_related("tournament")):
        Payment.objects.create(
            tournament_id=entry.tournament_id,
            entry_id=entry.pk,
            kind="fee",
            method="other",
            amount_cents=entry.tournament.fee_cents,
            at=entry.created_at,
        )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_money")]

    operations = [migrations.RunPython(write_counter_entries, migrations.RunPython.noop)]
