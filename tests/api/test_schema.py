"""The OpenAPI description: made without a warning, valid, served, and true to the addresses."""

import io
import json
import re

import pytest
import yaml
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from api.serializers import DealSerializer
from api.urls import v1
from api.views.schema import document
from scoring.rules.deal import FIELDS

pytestmark = pytest.mark.django_db


def test_it_is_made_without_warnings_and_is_valid() -> None:
    out = io.StringIO()
    call_command("spectacular", "--fail-on-warn", "--validate", stdout=out)
    assert yaml.safe_load(out.getvalue())["openapi"].startswith("3.")


def test_every_address_is_described() -> None:
    paths = json.loads(document(True))["paths"]
    unlisted = {"api-schema", "api-nothing"}
    assert len(paths) == len([pattern for pattern in v1 if pattern.name not in unlisted])


def test_the_handbook_has_every_address() -> None:
    told = re.sub(r"<[a-z]+>", "<>", (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8"))
    missing = [
        path
        for path in json.loads(document(True))["paths"]
        if re.sub(r"{[a-z]+}", "<>", path).removeprefix("/api/v1/") not in told
    ]
    assert not missing


def test_a_deal_is_described_with_the_fields_that_the_engine_reads() -> None:
    assert tuple(DealSerializer().fields) == FIELDS


def test_each_operation_says_what_it_takes_to_call_it() -> None:
    for path, operations in json.loads(document(True))["paths"].items():
        for method, operation in operations.items():
            wanted = [{"cookieAuth": []}] if "/desk/" in path else [{"TableLink": []}] if "/table/" in path else [{}]
            assert operation["security"] == wanted, f"{method} {path}"
            assert operation["description"], f"{method} {path}"


def test_it_is_served_as_yaml_and_as_json() -> None:
    as_yaml = Client().get("/api/v1/schema/")
    as_json = Client().get("/api/v1/schema/", {"format": "json"})
    assert as_yaml["Content-Type"].startswith("application/vnd.oai.openapi")
    assert yaml.safe_load(as_yaml.content) == as_json.json()
    assert Client().get("/api/v1/schema/", headers={"if-none-match": as_yaml["ETag"]}).status_code == 304
