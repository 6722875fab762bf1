"""What Schemathesis cannot make from a schema: the cursor of a page, which only an earlier answer has."""

import schemathesis
from schemathesis.generation import GenerationMode


@schemathesis.hook
def map_case(context, case):
    mode = case.meta.generation.mode if case.meta else None
    if mode == GenerationMode.POSITIVE and case.query:
        case.query.pop("cursor", None)
    return case
