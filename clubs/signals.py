"""What a club tells the rooms above, inside the transaction of the act. ``region_changed``: club, before."""

from django.dispatch import Signal

region_changed = Signal()
