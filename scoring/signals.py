"""What a sheet tells the rooms above; each is sent inside the transaction of the act, with ``sheet`` as it now is.

``closed_sheet_changed``: the figures of a closed sheet, or who played it, are others, and it is still closed. It and
``sheet_reopened`` come with the ``actor`` too: whoever hears them may refuse by raising.
"""

from django.dispatch import Signal

sheet_changed = Signal()
sheet_closed = Signal()
sheet_reopened = Signal()
closed_sheet_changed = Signal()
