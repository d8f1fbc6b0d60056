"""JSON of large figures, written and read several times faster: ``JSONField(encoder=Encoder, decoder=Decoder)``."""

import json
from typing import Any

import orjson


class Encoder(json.JSONEncoder):
    """Plain JSON only, with text as keys; TypeError for anything else, as the standard encoder has it."""

    def encode(self, o: Any) -> str:
        return orjson.dumps(o).decode()


class Decoder(json.JSONDecoder):
    """json.JSONDecodeError (a ValueError) where it is no JSON."""

    def decode(self, s: str, *_: Any) -> Any:
        return orjson.loads(s)
