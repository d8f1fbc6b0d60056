"""What a tournament tells the rooms above; each is sent inside the transaction of the act.

``draw_published``, ``codes_renewed``: round_id. ``tables_changed``: round_id; a table of a round being played was added
or taken away, or somebody else sits at one, so that what was printed of it is out of date.
``results_published``, ``publication_withdrawn``: publication_id.
``tournament_changed``: tournament_id, day_before; the day it is on, or whether it is over, is not what it was.
"""

from django.dispatch import Signal

draw_published = Signal()
codes_renewed = Signal()
tables_changed = Signal()
results_published = Signal()
publication_withdrawn = Signal()
tournament_changed = Signal()
