"""What the screens of a hall show: pages made from what is on the posters, on the clock, and published. Nothing else.

A view gives pages (``pages.Page``), each a whole picture at 16:9; how long each stands, and which views a screen shows
in turn, is said at the desk. ``state`` keeps what was made until something changes.
"""
