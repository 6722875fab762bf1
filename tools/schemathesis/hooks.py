"""
Schemathesis cannot make these values from a schema, so they are dropped or corrected: a page's cursor, which only an earlier answer
has; a second name of a field; the first and the last day of a dashboard or its explanation; an export's first event and types; stock,
which needs the product's own sizes and colors; and `__proto__`, which no body may have. Nor does a schema say that an empty value in a
query counts as absent.
"""

import schemathesis
from schemathesis.generation import GenerationMode

OTHER_NAMES = ("collection", "size", "color")


def drop_prototype(value):
    if isinstance(value, dict):
        value.pop("__proto__", None)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        drop_prototype(one)


@schemathesis.hook
def map_case(context, case):
    mode = case.meta.generation.mode if case.meta else None
    if mode != GenerationMode.POSITIVE:
        return case
    if case.query:
        case.query.pop("cursor", None)
        if case.path.endswith(("/dashboard", "/explain")):
            day = case.query.get("from", case.query.get("to"))
            if day is not None:
                case.query["from"] = case.query["to"] = day
    drop_prototype(case.body)
    if isinstance(case.body, dict) and case.path.endswith("/exports"):
        for name in ("from", "types"):
            case.body.pop(name, None)
    if isinstance(case.body, dict) and "/products" in case.path:
        case.body.pop("stock", None)
        for name in OTHER_NAMES:
            if f"{name}s" in case.body:
                case.body.pop(name, None)
    return case


@schemathesis.hook
def filter_case(context, case):
    mode = case.meta.generation.mode if case.meta else None
    return mode != GenerationMode.NEGATIVE or "" not in (case.query or {}).values()
