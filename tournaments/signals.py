"""What a tournament tells the rooms above; each is sent inside the transaction of the act.

``draw_published``: round_id. ``results_published``: publication_id. ``publication_withdrawn``: publication_id.
"""

from django.dispatch import Signal

draw_published = Signal()
results_published = Signal()
publication_withdrawn = Signal()
