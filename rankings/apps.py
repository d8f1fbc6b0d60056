from django.apps import AppConfig


class RankingsConfig(AppConfig):
    name = "rankings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from rankings import receivers  # noqa: F401  (connects the signals)
