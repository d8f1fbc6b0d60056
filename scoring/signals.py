"""What a sheet tells the rooms above; each is sent inside the transaction of the act, with ``sheet`` as it now is."""

from django.dispatch import Signal

sheet_changed = Signal()
sheet_closed = Signal()
sheet_reopened = Signal()
