<?php

/**
 * Client of the Store API of Wholesale Store Orders. One file, PHP 8.0 or later with ext-curl.
 *
 *     require 'WholesaleStoreOrders.php';
 *
 *     $store = new WholesaleStoreOrders\StoreClient('https://orders.example', 'wso_…', 'your-store.example');
 *     echo $store->listProducts()['total'];
 *
 * Use it on a server only: the token is secret.
 *
 * @license MIT
 */

declare(strict_types=1);

namespace WholesaleStoreOrders;

const VERSION = '2.6.0';

/** The error of every failed call, and of verifyEvent(). It contains neither the token nor a secret. */
final class StoreApiError extends \RuntimeException
{
    /** All invalid fields, each with `field`, `code` and `message`; empty if the error is not about fields. */
    public array $fields;
    /**
     * The number of the order that the error is about. It exists: store the number, then correct or cancel the order. Null where
     * the response names no order.
     */
    public ?string $orderNumber;

    /**
     * @param string $errorCode a code of the Store API; `unreachable` if no response arrived within the allowed tries and
     *   time; `unexpected_answer` if the response is not from the Store API, for example a proxy's error page;
     *   `bad_signature` or `too_old` if verifyEvent() refuses an event
     * @param ?int $status the HTTP status; null if there was no response
     * @param ?string $requestId the id by which operators find the request in their logs
     * @param ?int $retryAfterSeconds seconds after which to retry, if the service sent Retry-After
     * @param ?array $answer the error body; for `duplicate_order` it has `order_number`, `order_status`, `same_request`
     *   and `differs`
     */
    public function __construct(
        public string $errorCode,
        string $message,
        public ?int $status = null,
        public ?string $requestId = null,
        public ?int $retryAfterSeconds = null,
        public ?array $answer = null,
    ) {
        parent::__construct("$errorCode: $message");
        $this->fields = $answer['errors'] ?? [];
        $this->orderNumber = $answer['order_number'] ?? null;
    }
}

/** The fewest characters of a secret. */
const SECRET_LENGTH = 16;

/**
 * Checks that an event was sent by your `wso listen`, at most `$toleranceSeconds` ago. Compares in constant time.
 *
 * @param string $body the body as it was received: JSON that was parsed and written again may differ
 * @param ?string $header the header Wso-Signature; null if there is none
 * @param string[] $secrets the secret; during a rotation, the old and the new one
 * @throws StoreApiError with the code `bad_signature` or `too_old`
 * @throws \InvalidArgumentException for no secret, one of less than 16 characters, and a tolerance that is not above 0
 */
function verifyEvent(
    string $body,
    ?string $header,
    #[\SensitiveParameter] array $secrets,
    float $toleranceSeconds = 300,
): void {
    if ($secrets === [] || min(array_map('strlen', $secrets)) < SECRET_LENGTH) {
        throw new \InvalidArgumentException('each secret must have at least ' . SECRET_LENGTH . ' characters');
    }
    if (!($toleranceSeconds > 0)) {
        throw new \InvalidArgumentException('the tolerance must be above 0 seconds');
    }
    $given = explode(',', $header ?? '');
    $hasTime = preg_match('/^t=([0-9]+)$/D', array_shift($given), $time) === 1;
    $isGenuine = false;
    foreach ($hasTime ? $secrets : [] as $secret) {
        $expected = 'v1=' . hash_hmac('sha256', "$time[1].$body", $secret);
        foreach ($given as $one) {
            $isGenuine = hash_equals($expected, $one) || $isGenuine;
        }
    }
    if (!$isGenuine) {
        throw new StoreApiError('bad_signature', 'no secret leads to the header Wso-Signature');
    }
    $seconds = abs(time() - (float) $time[1]);
    if ($seconds > $toleranceSeconds) {
        $what = 'signed at a time that differs from the clock of this machine by %.0f s';
        throw new StoreApiError('too_old', sprintf($what, $seconds));
    }
}

/**
 * The Store API. Every call returns the response body as an array or throws StoreApiError; \InvalidArgumentException for an
 * argument that cannot be sent: an empty SKU or order number, or an idempotency key with a line break. An empty object, such
 * as `variation_stocks` of a product without variations, is an empty array too: cast it to `object` before json_encode().
 *
 * Requests that got no response, and responses with 408, 429, 500, 502 to 504, 520 to 527 or 530, are sent again. Every call
 * may be repeated: an order carries an Idempotency-Key that stays the same over all tries, so it is placed once.
 */
final class StoreClient
{
    private const FIRST_WAIT_SECONDS = 0.2;
    /** The service has 408, 429, 500 and 503. Proxies have the others, for a service that did not answer them. */
    private const TRANSIENT_STATUSES = [408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530];
    private const PRODUCTS_PER_PAGE = 500;
    private const FEED_CURSOR = '#(/api/(?:changes|orders)\?(?:.*&)?(?:since|cursor)=)[^&]*#';

    private string $baseUrl;
    /** Returns the headers that give access; a closure, because it does not show in dumps. */
    private \Closure $access;
    private \CurlHandle $curl;
    /** @var array<string, array<string, string>> the headers of the latest successful response of each call */
    private array $latest = [];

    /**
     * @param string $baseUrl base URL of the service without `/api`, such as `https://orders.example`
     * @param string $token the API token; secret
     * @param string $domain the domain the token is registered to
     * @param int $tries the number of requests one call may send; 1 disables retries
     * @param float $withinSeconds seconds that one call may take, including pauses; one with `wait` takes as much longer
     * @param float $tryTimeoutSeconds seconds that one request may take
     * @param ?\ArrayAccess $cache stores responses to GETs by URL, that of a feed without its cursor, so that an unchanged
     *   response is not transferred again: an ArrayObject, or a class of yours over APCu or Redis. Use one per client, because
     *   prices differ
     * @throws \InvalidArgumentException if the URL, the token or the domain is malformed
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] string $token,
        string $domain,
        private int $tries = 5,
        private float $withinSeconds = 30.0,
        private float $tryTimeoutSeconds = 10.0,
        private ?\ArrayAccess $cache = null,
    ) {
        if (preg_match('#^https?://[^/]#', $baseUrl) !== 1) {
            throw new \InvalidArgumentException('baseUrl must begin with http:// or https://');
        }
        foreach (['token' => $token, 'domain' => $domain] as $name => $value) {
            if (preg_match('/^[\x21-\x7e]+$/D', $value) !== 1) {
                throw new \InvalidArgumentException("$name must be printable ASCII without spaces or line breaks");
            }
        }
        $this->baseUrl = rtrim($baseUrl, '/');
        $this->access = static fn (): array => ["Authorization: Bearer $token", "X-Client-Domain: $domain"];
        $this->curl = curl_init();
    }

    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl];
    }

    /** The token's client, plan, subscription and limits. */
    public function getMe(): array
    {
        return $this->call('getMe', 'GET', '/api/me');
    }

    /** The balance of your wallet, if the token may read it. */
    public function getWallet(): array
    {
        return $this->call('getWallet', 'GET', '/api/wallet');
    }

    /**
     * All active products with your plan's wholesale prices.
     *
     * @param array $query `limit`, `cursor`, `category`, `in_stock`, `updated_since`, `include` (an array of
     *   `variations`, `delivery`, `details`)
     */
    public function listProducts(array $query = []): array
    {
        return $this->call('listProducts', 'GET', '/api/products', $query);
    }

    /**
     * One product with its variations and delivery charge.
     *
     * @param array $query `include` (an array of `details`: GTIN, HSN code, brand, weight, GST rate, and the codes and
     *   pictures of variations)
     */
    public function getProduct(string $sku, array $query = []): array
    {
        return $this->call('getProduct', 'GET', '/api/products/' . self::segment($sku), $query);
    }

    /**
     * The products that changed or were removed since the `next_cursor` of the previous response.
     *
     * @param array $query `since`, `limit`, `include` (an array of `variations`, `delivery`, `details`,
     *   `changed`), `wait` (seconds to wait for a change, such as 25). With `changed`, each row says whether nothing but its stock
     *   changed.
     */
    public function listChanges(array $query = []): array
    {
        return $this->call('listChanges', 'GET', '/api/changes', $query);
    }

    /** The available stock of one product, in total and per variation key. */
    public function getProductStock(string $sku): array
    {
        return $this->call('getProductStock', 'GET', '/api/products/' . self::segment($sku) . '/stock');
    }

    /**
     * The available stock of some products, or of all products in pages.
     *
     * @param array $query `skus` (an array), `limit`, `cursor`
     */
    public function listStock(array $query = []): array
    {
        return $this->call('listStock', 'GET', '/api/stock', $query);
    }

    /**
     * Whether an address is delivered to, and at which surcharge.
     *
     * @param array $query `pincode`, `country`
     */
    public function getServiceability(array $query): array
    {
        return $this->call('getServiceability', 'GET', '/api/serviceability', $query);
    }

    /**
     * Your orders in pages, ordered by latest change.
     *
     * @param array $query `status` (an array), `updated_since`, `cursor`, `limit`, `wait` (seconds to wait for a change), `include` (an array of `shipments`, `returns`, `refunds`, `documents`, `details`)
     */
    public function listOrders(array $query = []): array
    {
        return $this->call('listOrders', 'GET', '/api/orders', $query);
    }

    /**
     * Which of your orders the service has, by your store_order_ids: at most 500 at once. After listOrders() has answered with
     * `reset`, place those that are `missing` again.
     *
     * @param string[] $storeOrderIds
     */
    public function reconcileOrders(array $storeOrderIds): array
    {
        $body = ['store_order_ids' => $storeOrderIds];
        return $this->call('reconcileOrders', 'POST', '/api/orders/reconcile', body: $body);
    }

    /** The price of an order, for which the items are enough. Places nothing. */
    public function quoteOrder(array $order): array
    {
        return $this->call('quoteOrder', 'POST', '/api/orders/quote', body: $order);
    }

    /**
     * Places an order exactly once, even if the request is retried.
     *
     * @param ?string $idempotencyKey for 24 hours, the same key and body return the same order, also from another process;
     *   without it the client makes a key, which is the same for all tries of this call
     */
    public function placeOrder(array $order, ?string $idempotencyKey = null): array
    {
        $headers = [self::header('Idempotency-Key', $idempotencyKey ?? bin2hex(random_bytes(16)))];
        return $this->call('placeOrder', 'POST', '/api/orders', body: $order, headers: $headers);
    }

    /**
     * The status of an order, by its order number or your store_order_id.
     *
     * @param array $query `include` (an array of `shipments`, `returns`, `refunds`, `documents`, `details`)
     */
    public function getOrderStatus(string $orderNumber, array $query = []): array
    {
        return $this->call('getOrderStatus', 'GET', '/api/orders/' . self::segment($orderNumber) . '/status', $query);
    }

    /**
     * Everything about an order, by its order number or your store_order_id. Its key `etag` is the ETag of that very answer;
     * empty if a proxy removed it, which `$ifMatch` refuses.
     */
    public function getOrder(string $orderNumber): array
    {
        return self::tagged($this->exchange('getOrder', 'GET', '/api/orders/' . self::segment($orderNumber)));
    }

    /**
     * Corrects the customer, the address and the notes of an order that has not shipped. Omitted fields keep their value. Returns
     * the order as getOrder() does.
     *
     * @param array $change `customer` (`name`, `phone`, `email`), `shipping` (`address`, `city`, `state`, `pincode`, `country`),
     *   `notes`
     * @param ?string $ifMatch the `etag` of the order as you know it: if it has changed since, the call fails with
     *   `changed_meanwhile`
     */
    public function correctOrder(string $orderNumber, array $change, ?string $ifMatch = null): array
    {
        $path = '/api/orders/' . self::segment($orderNumber);
        // Proxies that compress mark tags as weak, which If-Match never names.
        $headers = $ifMatch === null ? [] : [self::header('If-Match', preg_replace('#^W/#', '', $ifMatch))];
        return self::tagged($this->exchange('correctOrder', 'PATCH', $path, body: $change, headers: $headers));
    }

    /**
     * Corrects the address of an order that has not shipped. Omitted fields keep their value. The response does not contain
     * the address: ignoredFields('changeShipping') has misspelled fields.
     *
     * @param array $change `address`, `city`, `state`, `pincode`, `country`
     */
    public function changeShipping(string $orderNumber, array $change): array
    {
        $path = '/api/orders/' . self::segment($orderNumber) . '/shipping';
        return $this->call('changeShipping', 'PATCH', $path, body: $change);
    }

    /** Cancels an order that has not shipped. */
    public function cancelOrder(string $orderNumber, ?string $reason = null): array
    {
        $path = '/api/orders/' . self::segment($orderNumber) . '/cancel';
        return $this->call('cancelOrder', 'POST', $path, body: $reason === null ? [] : ['reason' => $reason]);
    }

    /**
     * Requests the return of units of an order that has shipped, exactly once, even if the request is retried. getOrder() shows
     * what becomes of it.
     *
     * @param array $request `items` (a list of `line`, `quantity`), `reason`
     * @param ?string $idempotencyKey the same key and body return the same return, also from another process; without it the
     *   client makes a key
     */
    public function requestReturn(string $orderNumber, array $request, ?string $idempotencyKey = null): array
    {
        $headers = [self::header('Idempotency-Key', $idempotencyKey ?? bin2hex(random_bytes(16)))];
        $path = '/api/orders/' . self::segment($orderNumber) . '/returns';
        return $this->call('requestReturn', 'POST', $path, body: $request, headers: $headers);
    }

    /** Withdraws a return that waits for a decision. Repeating it changes nothing. */
    public function withdrawReturn(string $orderNumber, int $returnId): array
    {
        $path = '/api/orders/' . self::segment($orderNumber) . "/returns/$returnId/withdraw";
        return $this->call('withdrawReturn', 'POST', $path);
    }

    /**
     * Says how you sent the units of an awaited return to its `return_address`. Repeating it changes nothing, and another number
     * replaces the first.
     *
     * @param array $tracking `courier`, `tracking_number`, `tracking_url`
     */
    public function setReturnTracking(string $orderNumber, int $returnId, array $tracking): array
    {
        $path = '/api/orders/' . self::segment($orderNumber) . "/returns/$returnId";
        return $this->call('setReturnTracking', 'PATCH', $path, body: $tracking);
    }

    /**
     * Answers the failed delivery of a shipment with one of the `actions` of its `failure`, exactly once, even if the request is
     * retried. The last answer counts until the courier is sent it.
     *
     * @param array $answer `action`, `date`, `phone`, `address`, `comment`
     * @param ?string $idempotencyKey the same key and answer return the first response, also from another process; without it the
     *   client makes a key
     */
    public function answerFailedDelivery(
        string $orderNumber,
        int $shipmentId,
        array $answer,
        ?string $idempotencyKey = null,
    ): array {
        $headers = [self::header('Idempotency-Key', $idempotencyKey ?? bin2hex(random_bytes(16)))];
        $path = '/api/orders/' . self::segment($orderNumber) . "/shipments/$shipmentId/answer";
        return $this->call('answerFailedDelivery', 'POST', $path, body: $answer, headers: $headers);
    }

    /** Returns the invoices and credit notes of an order, by its order number or your store_order_id. */
    public function listOrderDocuments(string $orderNumber): array
    {
        $path = '/api/orders/' . self::segment($orderNumber) . '/documents';
        return $this->call('listOrderDocuments', 'GET', $path);
    }

    /** Returns the PDF of an invoice or a credit note, by the `id` that listOrderDocuments() has. */
    public function getDocumentPdf(int $id): string
    {
        [$status, $answered, $content] = $this->send('GET', "$this->baseUrl/api/documents/$id/pdf", [], null);
        if ($status !== 200 || !self::isOfType($answered, 'pdf')) {
            throw self::refusal($status, $answered, $content);
        }
        return $content;
    }

    /**
     * The responses of listProducts, page by page to the last.
     *
     * @return \Generator<array>
     */
    public function productPages(array $query = []): \Generator
    {
        $query += ['limit' => self::PRODUCTS_PER_PAGE];
        do {
            [$page, $headers] = $this->exchange('listProducts', 'GET', '/api/products', $query);
            yield $page;
            $hasNext = preg_match('/^<([^>]*)>; rel="next"/', $headers['link'] ?? '', $link) === 1;
            if ($hasNext) {
                parse_str((string) parse_url($link[1], PHP_URL_QUERY), $next);
                $query = ['cursor' => $next['cursor']] + $query;
            }
        } while ($hasNext);
    }

    /**
     * The responses of listStock, page by page to the last.
     *
     * @return \Generator<array>
     */
    public function stockPages(array $query = []): \Generator
    {
        do {
            $page = $this->listStock($query);
            yield $page;
            $query = ['cursor' => $page['next_cursor']] + $query;
        } while ($page['next_cursor'] !== null);
    }

    /**
     * The responses of listChanges since a cursor, until there are no more changes. Store `next_cursor` together with each
     * page, and begin with it after pollSeconds('listChanges'): at once with `wait` of 25, which waits for a change.
     *
     * @return \Generator<array>
     */
    public function changePages(?string $since = null, array $query = []): \Generator
    {
        do {
            $page = $this->listChanges(['since' => $since] + $query);
            $since = $page['next_cursor'];
            yield $page;
        } while ($page['has_more']);
    }

    /**
     * The responses of listOrders since a cursor, until there are no more changed orders. Store `next_cursor` together with
     * each page, and begin with it after pollSeconds('listOrders'): at once with `wait` of 25, which waits for a change.
     *
     * @return \Generator<array>
     */
    public function orderPages(?string $cursor = null, array $query = []): \Generator
    {
        do {
            $page = $this->listOrders(['cursor' => $cursor] + $query);
            $cursor = $page['next_cursor'];
            yield $page;
        } while ($page['has_more']);
    }

    /**
     * Seconds after which to repeat a call, from the X-Poll-Interval of its latest response. Null before the first
     * response, and for calls that are not meant to be repeated.
     *
     * @param string $operation the call's name, such as `listChanges`
     */
    public function pollSeconds(string $operation): ?int
    {
        $seconds = $this->latest[$operation]['x-poll-interval'] ?? null;
        return $seconds === null ? null : (int) $seconds;
    }

    /**
     * Returns what the service ignored as unknown in the latest successful request of a call: paths of fields of the body,
     * such as `items.0.price`, and names of query parameters.
     *
     * @param string $operation the call's name, such as `placeOrder`
     * @return string[]
     */
    public function ignoredFields(string $operation): array
    {
        $headers = $this->latest[$operation] ?? [];
        return [
            ...self::namesIn($headers['x-ignored-fields'] ?? ''),
            ...self::namesIn($headers['x-ignored-parameters'] ?? ''),
        ];
    }

    /**
     * Returns the ETag of the latest response of a call, for programs that make one call at a time. An order that getOrder() or
     * correctOrder() returned has its own `etag`.
     */
    public function etag(string $operation): ?string
    {
        return $this->latest[$operation]['etag'] ?? null;
    }

    /**
     * Returns what to check about the address of the order that placeOrder() placed last: `state_unknown`, `pincode_of_other_state`, or
     * null: nothing. It was placed all the same.
     *
     * @param string $operation `correctOrder` or `changeShipping`: of the order that it corrected last
     */
    public function addressWarning(string $operation = 'placeOrder'): ?string
    {
        return $this->latest[$operation]['x-address-warning'] ?? null;
    }

    private function call(
        string $operation,
        string $method,
        string $path,
        array $query = [],
        ?array $body = null,
        array $headers = [],
    ): array {
        return $this->exchange($operation, $method, $path, $query, $body, $headers)[0];
    }

    /**
     * Sends a request until it is answered. Returns the parsed body and the headers of the response.
     *
     * @return array{array, array<string, string>}
     */
    private function exchange(
        string $operation,
        string $method,
        string $path,
        array $query = [],
        ?array $body = null,
        array $headers = [],
    ): array {
        $url = $this->baseUrl . $path . self::queryString($query);
        $content = null;
        if ($body !== null) {
            // An empty array is an object too: every body of the Store API is one.
            $content = json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
            $headers[] = 'Content-Type: application/json';
        }
        $cache = $method === 'GET' ? $this->cache : null;
        // Each cursor is a new URL. A tag is a hash of the content, so pages of a feed can share an entry.
        $key = preg_replace(self::FEED_CURSOR, '$1', $url);
        $known = $cache[$key] ?? null;
        if ($known !== null) {
            $headers[] = 'If-None-Match: ' . $known['etag'];
        }
        [$status, $answered, $text] = $this->send($method, $url, $headers, $content);
        if ($status === 304 && $known !== null) {
            $text = $known['body'];
        } elseif (
            $status < 200
            || $status > 299
            || !self::isOfType($answered, 'json')
            // Every body of the Store API is an object. That it is JSON is known.
            || !str_starts_with(ltrim($text), '{')
        ) {
            throw self::refusal($status, $answered, $text);
        } elseif ($cache !== null && isset($answered['etag'])) {
            $cache[$key] = ['etag' => $answered['etag'], 'body' => $text];
        }
        $this->latest[$operation] = $answered;
        return [json_decode($text, true, 512, JSON_THROW_ON_ERROR), $answered];
    }

    /**
     * Sends a request, repeatedly if it has to be. Returns status, headers and text of the last response.
     *
     * @return array{int, array<string, string>, string}
     */
    private function send(string $method, string $url, array $headers, ?string $content): array
    {
        parse_str(parse_url($url, PHP_URL_QUERY) ?? '', $query);
        $waited = (int) ($query['wait'] ?? 0);
        $deadline = self::now() + $this->withinSeconds + $waited;
        for ($tried = 1;; $tried += 1) {
            $timeout = min($this->tryTimeoutSeconds + $waited, max(0.001, $deadline - self::now()));
            // A response, or the reason for the lack of one.
            $answer = $this->sendOnce($method, $url, $headers, $content, $timeout);
            $isAnswered = is_array($answer);
            if ($isAnswered && !in_array($answer[0], self::TRANSIENT_STATUSES, true)) {
                return $answer;
            }
            $wait = self::waitBeforeNext($isAnswered ? self::retryAfter($answer[1]) : null, $tried);
            if ($tried >= $this->tries || self::now() + $wait >= $deadline) {
                if ($isAnswered) {
                    return $answer;
                }
                $times = $tried === 1 ? 'once' : "$tried times";
                throw new StoreApiError('unreachable', "tried $times, no response ($answer)");
            }
            usleep((int) ($wait * 1_000_000));
        }
    }

    /** @return array{int, array<string, string>, string}|string a response, or the reason for the lack of one */
    private function sendOnce(
        string $method,
        string $url,
        array $headers,
        ?string $content,
        float $timeoutSeconds,
    ): array|string {
        $answered = [];
        // Without the options of the request before; its connection stays open.
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => [...$headers, ...($this->access)(), 'Accept: application/json', 'Expect:'],
            // curl's own decompression.
            CURLOPT_ENCODING => '',
            // Without it, a limit below one second can end the request at once.
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => (int) ceil($timeoutSeconds * 1000),
            // The service never redirects. Following a redirect of a proxy could send the token to a foreign host.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$answered): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $answered[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        if ($content !== null) {
            curl_setopt($this->curl, CURLOPT_POSTFIELDS, $content);
        }
        $text = curl_exec($this->curl);
        if ($text === false) {
            // Not curl_error(), which might contain a header's value.
            return curl_strerror(curl_errno($this->curl)) ?? 'unknown';
        }
        $status = curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
        // A byte order mark of a proxy, which json_decode() refuses.
        $text = preg_replace('/^\xef\xbb\xbf/', '', $text);
        if ($status >= 200 && $status <= 299 && self::isOfType($answered, 'json')) {
            // A proxy may pass on a truncated body without an error.
            json_decode($text);
            if (json_last_error() !== JSON_ERROR_NONE) {
                return 'truncated JSON';
            }
        }
        return [$status, $answered, $text];
    }

    /** Returns the seconds of a monotonic clock. */
    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    /** @param array{array, array<string, string>} $answer an order and the headers of its response */
    private static function tagged(array $answer): array
    {
        [$order, $headers] = $answer;
        return ['etag' => $headers['etag'] ?? ''] + $order;
    }

    /** @throws \InvalidArgumentException for an empty value, which would ask for the list, or one that changes the address */
    private static function segment(string $value): string
    {
        if (in_array($value, ['', '.', '..'], true)) {
            throw new \InvalidArgumentException('the SKU or order number must not be empty, "." or ".."');
        }
        return rawurlencode($value);
    }

    /** @throws \InvalidArgumentException for a value with a line break, which curl would send as another header */
    private static function header(string $name, string $value): string
    {
        if (preg_match('/^[\x20-\x7e]+$/D', $value) !== 1) {
            throw new \InvalidArgumentException("$name must be printable ASCII without line breaks");
        }
        return "$name: $value";
    }

    private static function queryString(array $query): string
    {
        $pairs = [];
        foreach ($query as $name => $value) {
            if ($value !== null) {
                $pairs[$name] = match (true) {
                    is_bool($value) => $value ? 'true' : 'false',
                    is_array($value) => implode(',', $value),
                    $value instanceof \DateTimeInterface => $value->format(\DateTimeInterface::ATOM),
                    default => (string) $value,
                };
            }
        }
        return $pairs === [] ? '' : '?' . http_build_query($pairs, '', '&', PHP_QUERY_RFC3986);
    }

    /** @return string[] */
    private static function namesIn(string $header): array
    {
        return $header === '' ? [] : array_map('rawurldecode', explode(', ', $header));
    }

    /**
     * Compares the Content-Type, in which letter case makes no difference.
     *
     * @param array<string, string> $headers
     */
    private static function isOfType(array $headers, string $type): bool
    {
        return str_contains(strtolower($headers['content-type'] ?? ''), $type);
    }

    /** @param array<string, string> $headers */
    private static function retryAfter(array $headers): ?int
    {
        $value = $headers['retry-after'] ?? '';
        return preg_match('/^[0-9]+$/D', $value) === 1 ? (int) $value : null;
    }

    /** Returns the time in Retry-After, by default twice as long each time, plus a random part so that callers do not retry together. */
    private static function waitBeforeNext(?int $asked, int $tried): float
    {
        $random = mt_rand() / mt_getrandmax();
        if ($asked !== null) {
            return $asked + $random * max(self::FIRST_WAIT_SECONDS, $asked * 0.25);
        }
        $backoff = self::FIRST_WAIT_SECONDS * 2 ** ($tried - 1);
        return $backoff / 2 + $random * $backoff / 2;
    }

    /** @param array<string, string> $headers */
    private static function refusal(int $status, array $headers, string $text): StoreApiError
    {
        $answer = json_decode($text, true);
        $requestId = $headers['x-request-id'] ?? null;
        $retryAfter = self::retryAfter($headers);
        if (self::isErrorBody($answer)) {
            return new StoreApiError($answer['code'], $answer['message'], $status, $requestId, $retryAfter, $answer);
        }
        $target = $status >= 300 && $status <= 399 ? $headers['location'] ?? null : null;
        $what = $target === null
            ? "with a body that is not the Store API's error format"
            : "redirects to $target, which is not followed: check the base URL";
        return new StoreApiError('unexpected_answer', "status $status $what", $status, $requestId, $retryAfter);
    }

    /** Returns whether a body is an error of the Store API. Other servers have numbers as codes. */
    private static function isErrorBody(mixed $answer): bool
    {
        return is_array($answer)
            && is_string($answer['code'] ?? null)
            && is_string($answer['message'] ?? null)
            && is_string($answer['order_number'] ?? '')
            && is_array($answer['errors'] ?? []);
    }
}
