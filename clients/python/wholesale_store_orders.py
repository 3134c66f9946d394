"""Client of the Store API of Wholesale Store Orders. One file, no dependencies, Python 3.9 or later.

    from wholesale_store_orders import StoreApiError, StoreClient

    store = StoreClient("https://orders.example", token="wso_…", domain="your-store.example")
    print(store.list_products()["total"])

Use it on a server only: the token is secret.
"""

from __future__ import annotations

import gzip
import hmac
import http.client
import io
import json
import random
import re
import socket
import time
import urllib.error
import urllib.request
import uuid
import zlib
from datetime import datetime
from typing import Any, Iterator, MutableMapping, Optional, Sequence, Union
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

__version__ = "2.6.0"
__license__ = "MIT"
__all__ = ["StoreApiError", "StoreClient", "verify_event"]

Json = dict[str, Any]

_FIRST_WAIT_SECONDS = 0.2
# The service has 408, 429, 500 and 503. Proxies have the others, for a service that did not answer them.
_TRANSIENT_STATUSES = (408, 429, 500, 502, 503, 504, *range(520, 528), 530)
# No connection, a reset, a time-out; then what a truncated or malformed response raises.
_NO_RESPONSE = (OSError, http.client.HTTPException, ValueError, EOFError, zlib.error)
_PRODUCTS_PER_PAGE = 500
_SECRET_LENGTH = 16
_FEED_CURSOR = re.compile(r"(/api/(?:changes|orders)\?(?:.*&)?(?:since|cursor)=)[^&]*")


class StoreApiError(Exception):
    """Raised by every failed call, and by verify_event. It contains neither the token nor a secret.

    Attributes:
        code: a code of the Store API; `unreachable` if no response arrived within the allowed tries and time;
            `unexpected_answer` if the response is not from the Store API, for example a proxy's error page;
            `bad_signature` or `too_old` if verify_event refuses an event.
        status: the HTTP status; None if there was no response.
        fields: all invalid fields, each with `field`, `code` and `message`; empty if the error is not about fields.
        request_id: the id by which operators find the request in their logs.
        retry_after_seconds: seconds after which to retry, if the service sent Retry-After.
        order_number: the number of the order that the error is about. It exists: store the number, then correct or cancel
            the order. None where the response names no order.
        answer: the error body. For `duplicate_order` it has `order_number`, `order_status`, `same_request` and `differs`.
    """

    def __init__(
        self,
        code: str,
        message: str,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[int] = None,
        answer: Optional[Json] = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.status = status
        self.fields: list[Json] = (answer or {}).get("errors") or []
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds
        self.order_number: Optional[str] = (answer or {}).get("order_number")
        self.answer = answer


class StoreClient:
    """The Store API. Every call returns the response body or raises StoreApiError; ValueError for an argument that cannot be
    sent: an empty SKU or order number, or an idempotency key with a line break.

    Requests that got no response, and responses with 408, 429, 500, 502 to 504, 520 to 527 or 530, are sent again. Every
    call may be repeated: an order carries an Idempotency-Key that stays the same over all tries, so it is placed once.

    Args:
        base_url: base URL of the service without `/api`, such as `https://orders.example`.
        token: the API token. Secret.
        domain: the domain the token is registered to.
        tries: the number of requests one call may send; 1 disables retries.
        within_seconds: seconds that one call may take, including pauses; one with `wait` takes as much longer.
        try_timeout_seconds: seconds that one request may take; one with `wait` takes as much longer.
        cache: stores responses to GETs by URL, that of a feed without its cursor, so that an unchanged response is not
            transferred again. Anything with get() and item assignment: a dict, an LRU cache, a shelve. Use one per client,
            because prices differ.

    Raises:
        ValueError: if the URL, the token or the domain is malformed.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        domain: str,
        *,
        tries: int = 5,
        within_seconds: float = 30.0,
        try_timeout_seconds: float = 10.0,
        cache: Optional[MutableMapping[str, Json]] = None,
    ) -> None:
        if urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError("base_url must begin with http:// or https://")
        for name, value in (("token", token), ("domain", domain)):
            # http.client would reject it as well, but with the secret value in its message.
            if not re.fullmatch(r"[\x21-\x7e]+", value):
                raise ValueError(f"{name} must be printable ASCII without spaces or line breaks")
        self._base_url = base_url.rstrip("/")
        self._access = {"Authorization": f"Bearer {token}", "X-Client-Domain": domain}
        self._tries = tries
        self._within_seconds = within_seconds
        self._try_timeout_seconds = try_timeout_seconds
        self._cache = cache
        # Headers of the latest successful response of each call.
        self._latest: dict[str, Any] = {}
        # This opener follows no redirect: a proxy's redirect could send the token to a foreign host.
        self._opener = urllib.request.OpenerDirector()
        for handler in (
            urllib.request.ProxyHandler(),
            _HttpHandler(),
            _HttpsHandler(),
        ):
            self._opener.add_handler(handler)

    def __repr__(self) -> str:
        return f"StoreClient({self._base_url!r})"

    def get_me(self) -> Json:
        """The token's client, plan, subscription and limits."""
        return self._call("getMe", "GET", "/api/me")

    def get_wallet(self) -> Json:
        """The balance of your wallet, if the token may read it."""
        return self._call("getWallet", "GET", "/api/wallet")

    def list_products(self, **query: Any) -> Json:
        """All active products with your plan's wholesale prices.

        Query: limit, cursor, category, in_stock, updated_since, include (a list of `variations`, `delivery`,
        `details`).
        """
        return self._call("listProducts", "GET", "/api/products", query)

    def get_product(self, sku: str, **query: Any) -> Json:
        """One product with its variations and delivery charge.

        Query: include (a list of `details`: GTIN, HSN code, brand, weight, GST rate, and the codes and pictures of
        variations).
        """
        return self._call("getProduct", "GET", f"/api/products/{_segment(sku)}", query)

    def list_changes(self, **query: Any) -> Json:
        """The products that changed or were removed since the `next_cursor` of the previous response.

        Query: since, limit, include (a list of `variations`, `delivery`, `details`, `changed`), wait (seconds to wait for
        a change, such as 25). With `changed`, each row says whether nothing but its stock changed.
        """
        return self._call("listChanges", "GET", "/api/changes", query)

    def get_product_stock(self, sku: str) -> Json:
        """The available stock of one product, in total and per variation key."""
        return self._call("getProductStock", "GET", f"/api/products/{_segment(sku)}/stock")

    def list_stock(self, **query: Any) -> Json:
        """The available stock of some products, or of all products in pages.

        Query: skus (a list), limit, cursor.
        """
        return self._call("listStock", "GET", "/api/stock", query)

    def get_serviceability(self, **query: Any) -> Json:
        """Whether an address is delivered to, and at which surcharge.

        Query: pincode, country.
        """
        return self._call("getServiceability", "GET", "/api/serviceability", query)

    def list_orders(self, **query: Any) -> Json:
        """Your orders in pages, ordered by latest change.

        Query: status (a list), updated_since, cursor, limit, wait (seconds to wait for a change), include (a list of `shipments`, `returns`, `refunds`, `documents`, `details`).
        """
        return self._call("listOrders", "GET", "/api/orders", query)

    def reconcile_orders(self, store_order_ids: list[str]) -> Json:
        """Which of your orders the service has, by your store_order_ids: at most 500 at once.

        After list_orders() has answered with `reset`, place those that are `missing` again.
        """
        body = {"store_order_ids": store_order_ids}
        return self._call("reconcileOrders", "POST", "/api/orders/reconcile", body=body)

    def quote_order(self, order: Json) -> Json:
        """The price of an order, of which the items suffice. Places nothing."""
        return self._call("quoteOrder", "POST", "/api/orders/quote", body=order)

    def place_order(self, order: Json, idempotency_key: Optional[str] = None) -> Json:
        """Places an order exactly once, even if the request is retried.

        For 24 hours, the same key and body return the same order, also from another process. Without a key the
        client makes one, which is the same for all tries of this call.
        """
        headers = _idempotency_header(idempotency_key)
        return self._call("placeOrder", "POST", "/api/orders", body=order, headers=headers)

    def get_order_status(self, order_number: str, **query: Any) -> Json:
        """The status of an order, by its order number or your store_order_id.

        Query: include (a list of `shipments`, `returns`, `refunds`, `documents`, `details`).
        """
        path = f"/api/orders/{_segment(order_number)}/status"
        return self._call("getOrderStatus", "GET", path, query)

    def get_order(self, order_number: str) -> Json:
        """Everything about an order, by its order number or your store_order_id.

        Its key `etag` is the ETag of that very answer; empty if a proxy removed it, which `if_match` refuses.
        """
        return _tagged(*self._exchange("getOrder", "GET", f"/api/orders/{_segment(order_number)}"))

    def correct_order(
        self, order_number: str, change: Json, if_match: Optional[str] = None
    ) -> Json:
        """Corrects the customer, the address and the notes of an order of which nothing was shipped.

        What is left out stays. Fields: customer (name, phone, email), shipping (address, city, state, pincode, country),
        notes. With if_match, the `etag` of the order as you know it, an order that has changed since stays as it is, and
        the call fails with `changed_meanwhile`. Returns the order as get_order does.
        """
        headers = {"If-Match": _strong("if_match", if_match)} if if_match is not None else {}
        path = f"/api/orders/{_segment(order_number)}"
        return _tagged(*self._exchange("correctOrder", "PATCH", path, body=change, headers=headers))

    def change_shipping(self, order_number: str, change: Json) -> Json:
        """Corrects the address of an order of which nothing was shipped. What is left out stays.

        Fields: address, city, state, pincode, country. The answer does not have the address, which get_order shows: look
        at ignored_fields("changeShipping") for misspelled ones.
        """
        path = f"/api/orders/{_segment(order_number)}/shipping"
        return self._call("changeShipping", "PATCH", path, body=change)

    def cancel_order(self, order_number: str, reason: Optional[str] = None) -> Json:
        """Cancels an order of which nothing was shipped."""
        path = f"/api/orders/{_segment(order_number)}/cancel"
        return self._call("cancelOrder", "POST", path, body={"reason": reason} if reason else {})

    def request_return(
        self, order_number: str, request: Json, idempotency_key: Optional[str] = None
    ) -> Json:
        """Requests the return of units of an order that was shipped, exactly once, even if the request is retried.

        Fields: items (a list of line, quantity), reason. The same key and body return the same return, also from another
        process. get_order() shows what becomes of it.
        """
        headers = _idempotency_header(idempotency_key)
        path = f"/api/orders/{_segment(order_number)}/returns"
        return self._call("requestReturn", "POST", path, body=request, headers=headers)

    def withdraw_return(self, order_number: str, return_id: int) -> Json:
        """Withdraws a return that waits for a decision. Repeating it changes nothing."""
        path = f"/api/orders/{_segment(order_number)}/returns/{return_id}/withdraw"
        return self._call("withdrawReturn", "POST", path)

    def set_return_tracking(self, order_number: str, return_id: int, tracking: Json) -> Json:
        """Says how you sent the units of an awaited return to its return_address. Repeating it changes nothing.

        Fields: courier, tracking_number, tracking_url. Another number replaces the first.
        """
        path = f"/api/orders/{_segment(order_number)}/returns/{return_id}"
        return self._call("setReturnTracking", "PATCH", path, body=tracking)

    def answer_failed_delivery(
        self, order_number: str, shipment_id: int, answer: Json, idempotency_key: Optional[str] = None
    ) -> Json:
        """Answers the failed delivery of a shipment with one of the actions of its failure, exactly once, even if the request is
        retried.

        Fields: action, date, phone, address, comment. The last answer counts until the courier is sent it. The same key and
        answer return the first response, also from another process.
        """
        headers = _idempotency_header(idempotency_key)
        path = f"/api/orders/{_segment(order_number)}/shipments/{shipment_id}/answer"
        return self._call("answerFailedDelivery", "POST", path, body=answer, headers=headers)

    def list_order_documents(self, order_number: str) -> Json:
        """The invoices and credit notes of an order, by its order number or your store_order_id."""
        path = f"/api/orders/{_segment(order_number)}/documents"
        return self._call("listOrderDocuments", "GET", path)

    def get_document_pdf(self, document_id: int) -> bytes:
        """The PDF of an invoice or a credit note, by the `id` that list_order_documents() has."""
        url = f"{self._base_url}/api/documents/{int(document_id)}/pdf"
        status, answered, content = self._send("GET", url, {"Accept": "application/pdf"}, None)
        if status != 200 or not _is_of_type(answered, "pdf"):
            raise _refusal(status, answered, _text(content))
        return content

    def product_pages(self, **query: Any) -> Iterator[Json]:
        """The responses of list_products, page by page to the last."""
        asked: Optional[Json] = {"limit": _PRODUCTS_PER_PAGE, **query}
        while asked is not None:
            page, headers = self._exchange("listProducts", "GET", "/api/products", asked)
            yield page
            following = re.match(r'<([^>]*)>; rel="next"', headers.get("Link") or "")
            cursor = following and parse_qs(urlsplit(following[1]).query)["cursor"][0]
            asked = {**asked, "cursor": cursor} if cursor else None

    def stock_pages(self, **query: Any) -> Iterator[Json]:
        """The responses of list_stock, page by page to the last."""
        asked: Optional[Json] = query
        while asked is not None:
            page = self.list_stock(**asked)
            yield page
            cursor = page["next_cursor"]
            asked = {**asked, "cursor": cursor} if cursor is not None else None

    def change_pages(self, since: Optional[str] = None, **query: Any) -> Iterator[Json]:
        """The responses of list_changes since a cursor, until there are no more changes.

        Store `next_cursor` together with each page, and begin with it after poll_seconds("listChanges"): at
        once with `wait=25`, which waits for a change.
        """
        page: Json = {"has_more": True, "next_cursor": since}
        while page["has_more"]:
            page = self.list_changes(since=page["next_cursor"], **query)
            yield page

    def order_pages(self, cursor: Optional[str] = None, **query: Any) -> Iterator[Json]:
        """The responses of list_orders since a cursor, until there are no more changed orders.

        Store `next_cursor` together with each page, and begin with it after poll_seconds("listOrders"): at
        once with `wait=25`, which waits for a change.
        """
        page: Json = {"has_more": True, "next_cursor": cursor}
        while page["has_more"]:
            page = self.list_orders(cursor=page["next_cursor"], **query)
            yield page

    def poll_seconds(self, operation: str) -> Optional[int]:
        """Seconds after which to repeat a call, from the X-Poll-Interval of its latest response.

        Args:
            operation: the call's name in the OpenAPI document, such as `listChanges`.

        Returns:
            None before the first response, and for calls that are not meant to be repeated.
        """
        seconds = self._latest_of(operation, "X-Poll-Interval")
        return None if seconds is None else int(seconds)

    def ignored_fields(self, operation: str) -> list[str]:
        """What the service did not know in the latest successful request of a call, and ignored.

        Args:
            operation: the call's name in the OpenAPI document, such as `placeOrder`.

        Returns:
            Paths of fields of the body, such as `items.0.price`, and names of query parameters.
        """
        headers = self._latest.get(operation, {})
        return _names_in(headers, "X-Ignored-Fields") + _names_in(headers, "X-Ignored-Parameters")

    def etag(self, operation: str) -> Optional[str]:
        """The ETag of the latest response of a call, for programs that make one call at a time.

        An order that get_order or correct_order returned has its own `etag`.
        """
        return self._latest_of(operation, "ETag")

    def address_warning(self, operation: str = "placeOrder") -> Optional[str]:
        """What to check about the address of the order that place_order placed last. It was placed all the same.

        Args:
            operation: `correctOrder` or `changeShipping`: of the order that it corrected last.

        Returns:
            `state_unknown`, `pincode_of_other_state`, or None: nothing.
        """
        return self._latest_of(operation, "X-Address-Warning")

    def _latest_of(self, operation: str, header: str) -> Optional[str]:
        value: Optional[str] = self._latest.get(operation, {}).get(header)
        return value

    def _call(self, *args: Any, **kwargs: Any) -> Json:
        return self._exchange(*args, **kwargs)[0]

    def _exchange(
        self,
        operation: str,
        method: str,
        path: str,
        query: Optional[Json] = None,
        body: Optional[Json] = None,
        headers: Optional[dict[str, str]] = None,
    ) -> tuple[Json, Any]:
        """Sends a request until it is answered. Returns the parsed body and the headers of the response."""
        url = self._base_url + path + _query_string(query or {})
        request = {**(headers or {}), "Accept": "application/json", "Accept-Encoding": "gzip"}
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            request["Content-Type"] = "application/json"
        # Each cursor is a new URL. A tag is a hash of the content, so pages of a feed can share an entry.
        key = _FEED_CURSOR.sub(r"\1", url)
        known = self._cache.get(key) if self._cache is not None and method == "GET" else None
        if known is not None:
            request["If-None-Match"] = known["etag"]

        status, answered, raw = self._send(method, url, request, content)
        text = _text(raw)
        if status == 304 and known is not None:
            text = known["body"]
        elif not (200 <= status < 300 and _is_of_type(answered, "json") and _is_object(text)):
            raise _refusal(status, answered, text)
        elif self._cache is not None and method == "GET" and answered.get("ETag"):
            self._cache[key] = {"etag": answered["ETag"], "body": text}
        self._latest[operation] = answered
        return json.loads(text), answered

    def _send(
        self, method: str, url: str, headers: dict[str, str], content: Optional[bytes]
    ) -> tuple[int, Any, bytes]:
        """Sends a request, repeatedly if it has to be. Returns status, headers and body of the last response."""
        waited = int(parse_qs(urlsplit(url).query).get("wait", ["0"])[0])
        deadline = time.monotonic() + self._within_seconds + waited
        tried = 0
        while True:
            tried += 1
            timeout = min(self._try_timeout_seconds + waited, max(0.001, deadline - time.monotonic()))
            answer, failure = None, ""
            try:
                answer = self._send_once(method, url, headers, content, timeout)
            except _NO_RESPONSE as error:
                failure = _reason(error)
            if answer is not None and answer[0] not in _TRANSIENT_STATUSES:
                return answer
            wait = _wait_before_next(_retry_after(answer[1]) if answer else None, tried)
            if tried >= self._tries or time.monotonic() + wait >= deadline:
                if answer is not None:
                    return answer
                times = "once" if tried == 1 else f"{tried} times"
                raise StoreApiError("unreachable", f"tried {times}, no response ({failure})")
            time.sleep(wait)

    def _send_once(
        self, method: str, url: str, headers: dict[str, str], content: Optional[bytes], timeout: float
    ) -> tuple[int, Any, bytes]:
        request = urllib.request.Request(
            url, data=content, headers={**headers, **self._access}, method=method
        )
        with self._opener.open(request, timeout=timeout) as response:
            raw = response.read()
            if (response.headers.get("Content-Encoding") or "").lower() == "gzip":
                raw = gzip.decompress(raw)
            # A proxy may pass on a truncated body without an error.
            if 200 <= response.status < 300 and _is_of_type(response.headers, "json"):
                json.loads(raw.decode("utf-8-sig"))
            return response.status, response.headers, raw


def verify_event(
    body: Union[bytes, str],
    header: Optional[str],
    secrets: Sequence[str],
    tolerance_seconds: float = 300,
) -> None:
    """Checks that an event was sent by your `wso listen`, at most `tolerance_seconds` ago. Compares in constant time.

    Args:
        body: the body as it was received: JSON that was parsed and written again may differ.
        header: the header Wso-Signature; None if there is none.
        secrets: a list with the secret; during a rotation, with the old and the new one.

    Raises:
        StoreApiError: with the code `bad_signature` or `too_old`.
        ValueError: for no secret, one of less than 16 characters, and a tolerance that is not above 0.
    """
    if not secrets or any(len(secret) < _SECRET_LENGTH for secret in secrets):
        raise ValueError(f"each secret must have at least {_SECRET_LENGTH} characters")
    if not tolerance_seconds > 0:
        raise ValueError("the tolerance must be above 0 seconds")
    content = body.encode() if isinstance(body, str) else body
    time_part, *given = (header or "").encode(errors="replace").split(b",")
    at = re.fullmatch(rb"t=([0-9]+)", time_part)
    signed = at[1] + b"." + content if at else content
    expected = [
        b"v1=" + hmac.new(secret.encode(), signed, "sha256").hexdigest().encode()
        for secret in secrets
    ]
    if at is None or not any(hmac.compare_digest(one, other) for one in given for other in expected):
        raise StoreApiError("bad_signature", "no secret leads to the header Wso-Signature")
    seconds = abs(int(time.time()) - float(at[1]))
    if seconds > tolerance_seconds:
        what = f"signed at a time that differs from the clock of this machine by {seconds:.0f} s"
        raise StoreApiError("too_old", what)


class _BeforeDeadline(io.RawIOBase):
    """Reads a response until an instant. The timeout of a socket begins again with each byte that arrives."""

    def __init__(self, raw: io.RawIOBase, sock: socket.socket, deadline: float) -> None:
        super().__init__()
        self._raw, self._sock, self._deadline = raw, sock, deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._sock.settimeout(left)
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _TimedConnection(http.client.HTTPConnection):
    """A connection whose timeout counts from its start to the end of the response."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: float = time.monotonic() + kwargs["timeout"]

    def _timed_response(
        self, sock: socket.socket, *args: Any, **kwargs: Any
    ) -> http.client.HTTPResponse:
        response = http.client.HTTPResponse(sock, *args, **kwargs)
        response.fp = io.BufferedReader(_BeforeDeadline(response.fp.detach(), sock, self._deadline))
        return response

    # http.client has a class here, and calls it only.
    response_class: Any = _timed_response


class _TimedTlsConnection(_TimedConnection, http.client.HTTPSConnection):
    pass


class _HttpHandler(urllib.request.HTTPHandler):
    def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_TimedConnection, request)


class _HttpsHandler(urllib.request.HTTPSHandler):
    def https_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_TimedTlsConnection, request)


def _tagged(order: Json, headers: Any) -> Json:
    return {**order, "etag": headers.get("ETag") or ""}


def _segment(value: str) -> str:
    # An empty one would ask for the list, and the others for the address above it.
    if value in ("", ".", ".."):
        raise ValueError('the SKU or order number must not be empty, "." or ".."')
    return quote(value, safe="")


def _idempotency_header(key: Optional[str]) -> dict[str, str]:
    value = str(uuid.uuid4()) if key is None else _header_value("idempotency_key", key)
    return {"Idempotency-Key": value}


def _header_value(name: str, value: str) -> str:
    # http.client would reject it too, but like a request without a response, which is tried again.
    if not re.fullmatch(r"[\x20-\x7e]+", value):
        raise ValueError(f"{name} must be printable ASCII without line breaks")
    return value


def _strong(name: str, tag: str) -> str:
    # Proxies that compress mark tags as weak, which If-Match never names.
    return _header_value(name, re.sub("^W/", "", tag))


def _query_string(query: Json) -> str:
    pairs = {name: _query_text(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(pairs)}" if pairs else ""


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (list, tuple, set)):
        return ",".join(value)
    return str(value)


def _names_in(headers: Any, header: str) -> list[str]:
    value = headers.get(header)
    return [unquote(name) for name in value.split(", ")] if value else []


def _text(raw: bytes) -> str:
    """Decodes a body, without a byte order mark. A proxy's error page may be in another encoding."""
    return raw.decode("utf-8-sig", errors="replace")


def _is_object(text: str) -> bool:
    """Whether a text that is JSON is an object, as each body of the Store API."""
    return text.lstrip().startswith("{")


def _is_of_type(headers: Any, media_type: str) -> bool:
    """Compares the Content-Type, in which letter case makes no difference."""
    return media_type in (headers.get("Content-Type") or "").lower()


def _retry_after(headers: Any) -> Optional[int]:
    value = headers.get("Retry-After")
    return int(value) if value is not None and re.fullmatch(r"[0-9]+", value) else None


def _wait_before_next(asked: Optional[int], tried: int) -> float:
    """The time in Retry-After, else twice as long each time, and a random part so that callers do not return together."""
    if asked is not None:
        return asked + random.random() * max(_FIRST_WAIT_SECONDS, asked * 0.25)
    backoff = _FIRST_WAIT_SECONDS * 2.0 ** (tried - 1)
    return backoff / 2 + random.random() * backoff / 2


def _refusal(status: int, headers: Any, text: str) -> StoreApiError:
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    details = {
        "status": status,
        "request_id": headers.get("X-Request-Id"),
        "retry_after_seconds": _retry_after(headers),
    }
    if _is_error_body(answer):
        return StoreApiError(answer["code"], answer["message"], **details, answer=answer)
    target = headers.get("Location") if 300 <= status < 400 else None
    what = "with a body that is not the Store API's error format"
    if target is not None:
        what = f"redirects to {target}, which is not followed: check the base URL"
    return StoreApiError("unexpected_answer", f"status {status} {what}", **details)


def _is_error_body(answer: Any) -> bool:
    """Whether a body is an error of the Store API. Other servers have numbers as codes."""
    return (
        isinstance(answer, dict)
        and isinstance(answer.get("code"), str)
        and isinstance(answer.get("message"), str)
        and isinstance(answer.get("order_number"), (str, type(None)))
        and isinstance(answer.get("errors"), (list, type(None)))
    )


def _reason(failure: BaseException) -> str:
    """What happened, such as `ConnectionRefusedError`. Not the message, which might contain a header's value."""
    cause = failure.reason if isinstance(failure, urllib.error.URLError) else failure
    return type(cause if isinstance(cause, BaseException) else failure).__name__
