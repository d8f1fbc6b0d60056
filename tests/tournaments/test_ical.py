"""The calendar file: escaped, folded, with its line ends."""

import datetime as dt

from tournaments.ical import Event, calendar


def test_a_day_is_told_escaped_and_folded_at_75_octets():
    title = "Concours d’hiver; salle A, étage 2 " + "é" * 60
    stamp = dt.datetime(2026, 11, 1, 12, 0, tzinfo=dt.timezone(dt.timedelta(hours=1)))
    text = calendar("Club", [Event("x@coinche", dt.date(2026, 12, 5), stamp, title, "", "http://hall.example/p/")])
    assert "DTSTAMP:20261101T110000Z\r\n" in text
    assert "DTSTART;VALUE=DATE:20261205\r\n" in text
    assert "LOCATION" not in text
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    assert f"SUMMARY:{title}".replace(";", "\\;").replace(",", "\\,") in text.replace("\r\n ", "")
