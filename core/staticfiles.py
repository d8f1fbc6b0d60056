"""How the collected static files are named: each by its content, also where one script imports another."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class NamedByContent(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A page after an update never mixes a new script with an old one that it imports."""

    support_js_module_import_aggregation = True
