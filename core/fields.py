"""Form fields that every room uses."""

from typing import Any

from django import forms

from core.text import one_line


class OneLineField(forms.CharField):
    """A name or a remark: what cannot be seen is dropped before anything looks at it, so it cannot be all there is."""

    def to_python(self, value: Any) -> Any:
        return one_line(value) if isinstance(value, str) else super().to_python(value)
