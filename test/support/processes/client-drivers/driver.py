"""Makes the calls that a test sends as lines of JSON, those of a list at once, with the client in this folder."""

import base64
import inspect
import json
import os
import re
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor

import wholesale_store_orders as kit
from wholesale_store_orders import StoreApiError, StoreClient

options = json.loads(os.environ["OPTIONS"])
if "withinSeconds" in options:
    options["within_seconds"] = options.pop("withinSeconds")
if "tryTimeoutSeconds" in options:
    options["try_timeout_seconds"] = options.pop("tryTimeoutSeconds")
if options.pop("cache", False):
    options["cache"] = {}
url, token, domain = (os.environ[name] for name in ("STORE_URL", "STORE_TOKEN", "STORE_DOMAIN"))
store = StoreClient(url, token, domain, **options)


def answer(call):
    try:
        name = re.sub("[A-Z]", lambda upper: f"_{upper[0].lower()}", call["operation"])
        operation = getattr(kit if name == "verify_event" else store, name)
        result = operation(*call["args"], **call["query"])
        if isinstance(result, bytes):
            return {"result": base64.b64encode(result).decode()}
        return {"result": list(result) if inspect.isgenerator(result) else result}
    except StoreApiError as error:
        return {
            "error": {
                "code": error.code,
                "status": error.status,
                "fields": error.fields,
                "requestId": error.request_id,
                "retryAfterSeconds": error.retry_after_seconds,
                "orderNumber": error.order_number,
                "answer": error.answer,
            },
            "shown": "\n".join([str(error), repr(error), traceback.format_exc(), repr(store)]),
        }
    except ValueError as error:
        return {"error": {"code": "refused_argument"}, "shown": str(error)}


for line in sys.stdin:
    sent = json.loads(line)
    if isinstance(sent, list):
        with ThreadPoolExecutor(len(sent)) as threads:
            answered = list(threads.map(answer, sent))
    else:
        answered = answer(sent)
    print(json.dumps(answered), flush=True)
