"""The sponsors' slides, a page each."""

from tournaments.hall.pages import Page, body
from tournaments.models import SponsorSlide, Tournament


def pages(tournament: Tournament) -> list[Page]:
    """The slides in their order. Their pictures are asked for beside the page that shows them."""
    return [
        Page(
            kind="slide",
            over="",
            title=slide.name,
            body=body("slide", slide=slide),
            seconds=slide.seconds,
        )
        for slide in SponsorSlide.objects.filter(tournament=tournament).order_by("position")
    ]
