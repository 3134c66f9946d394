<?php

/**
 * A small, complete store backend in PHP: a copy of the catalog that stays current, and an outbox that delivers every order
 * to the service exactly once. Any of its processes may be killed at any moment. It needs PHP 8.1 or later with ext-curl, and
 * WholesaleStoreOrders.php in the same folder.
 *
 *     export STORE_URL=https://orders.example STORE_TOKEN=wso_… STORE_DOMAIN=your-store.example
 *     php example-store.php                        the worker: sends orders, follows them, copies the catalog
 *     php -S 127.0.0.1:4000 example-store.php      the calls of the store's own pages
 *
 * @version 1.4.0
 * @license MIT
 */

declare(strict_types=1);

namespace ExampleStore;

use WholesaleStoreOrders\StoreApiError;
use WholesaleStoreOrders\StoreClient;

require __DIR__ . '/WholesaleStoreOrders.php';

/** The request itself is invalid: sending it again would not help. */
const REFUSALS = [400, 409, 413, 422];
/** The service delivers to the new address at another charge, or not at all: the order must not go to the old one. */
const WRONG_ADDRESS = ['charge_changed', 'not_serviceable'];
/** 404 of the service: the order is archived or lost, or no delivery of the shipment waits for an answer. */
const NOT_FOUND = ['order_not_found', 'failure_not_found'];
/** The answers to a failed delivery that couriers take, in words for the customer. */
const WORDS = [
    'reattempt' => 'Try again, if you like on another day, with another phone or address',
    'return' => 'Send it back',
    'dispute' => 'No driver came',
];
const TOO_LATE = 'It is too late for this answer. The courier decides what happens next.';
const ENDED = ['delivered', 'returned', 'cancelled', 'expired'];
/** Ids in one call. */
const RECONCILED_AT_ONCE = 500;
/**
 * The fields that an order needs of a product besides the usual ones, variation keys and delivery charge; and `changed`,
 * which says whether anything but its stock changed.
 */
const INCLUDED = ['variations', 'delivery', 'changed'];

function setting(string $name, string $default): string
{
    return getenv($name) ?: $default;
}

/** Files of JSON in a folder. Each survives a crash once write() has returned. */
final class Folder
{
    public function __construct(private string $path)
    {
        if (!is_dir($path)) {
            // Another process may create it at the same moment.
            @mkdir($path, 0o700, true);
        }
    }

    public function read(string $name): ?array
    {
        $text = @file_get_contents($this->pathOf($name));
        return $text === false ? null : json_decode($text, true, 512, JSON_THROW_ON_ERROR);
    }

    /** Replaces a file atomically: every reader finds the old text or the new one. */
    public function write(string $name, array $value): void
    {
        rename($this->stored($value), $this->pathOf($name));
    }

    public function remove(string $name): void
    {
        unlink($this->pathOf($name));
    }

    /** @return string[] the names of all files, oldest first */
    public function names(): array
    {
        $paths = glob("$this->path/*.json");
        usort($paths, static fn (string $a, string $b): int => filemtime($a) <=> filemtime($b));
        return array_map(static fn (string $path): string => basename($path, '.json'), $paths);
    }

    private function stored(array $value): string
    {
        $path = tempnam($this->path, 'next');
        $file = fopen($path, 'w');
        fwrite($file, json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE));
        fsync($file);
        fclose($file);
        return $path;
    }

    private function pathOf(string $name): string
    {
        return "$this->path/$name.json";
    }
}

/**
 * The store's orders. An order waits in a file, with its id and its Idempotency-Key, before it is sent. So a crash loses no
 * order, because waiting orders are sent at the next start. It duplicates none either, because a repeated key returns
 * the first order.
 *
 * A customer may edit an order: then its new body waits. The order may exist already, placed with an older body by a try
 * whose answer was lost. The service then answers with its number: the outbox adopts that order and corrects it. If that is not
 * possible, it cancels the order.
 *
 * Orders that the service has lost, because its database came back from a backup, are placed again under their ids.
 *
 * The state of an order is `waiting`, `refused`, or a status of the Store API. `code` and `fields` say why the latest body was
 * refused.
 */
final class Outbox
{
    /** What customers sent and the worker has not finished: `key` and `body`. */
    private Folder $waiting;
    /** The orders as the service has them, with the `key` and the `body` that were sent last. */
    private Folder $sent;
    /** The latest answer to a failed delivery of each shipment, by the ids of its order and itself. */
    private Folder $answers;

    public function __construct(private Folder $data, private string $path)
    {
        $this->waiting = new Folder("$path/waiting");
        $this->sent = new Folder("$path/sent");
        $this->answers = new Folder("$path/answers");
    }

    /** Returns what the store's pages show of an order; null if there is none. */
    public function get(string $id): ?array
    {
        // In this order: an order is stored as sent before it stops waiting.
        $isWaiting = $this->waiting->read($id) !== null;
        $sent = $this->sent->read($id);
        $isPlaced = isset($sent['order_number']);
        $shown = $isWaiting && !$isPlaced ? ['state' => 'waiting'] : $sent;
        if ($shown === null) {
            return null;
        }
        $shipments = array_map(fn (array $shipment): array => $this->shownShipment($id, $shipment), $shown['shipments'] ?? []);
        return ['shipments' => $shipments] + array_diff_key($shown, ['key' => 0, 'body' => 0, 'edit' => 0]);
    }

    /** Returns where a shipment is, the answers that its failed delivery takes, and what became of the latest one. */
    private function shownShipment(string $id, array $shipment): array
    {
        $failure = $shipment['failure'] ?? null;
        if ($failure !== null) {
            $words = static fn (string $action): array => ['action' => $action, 'words' => WORDS[$action] ?? $action];
            $failure['actions'] = array_map($words, $failure['actions']);
        }
        $answer = $this->answers->read("$id.{$shipment['id']}");
        if ($answer !== null) {
            $answer = ['action' => $answer['body']['action']] + array_diff_key($answer, ['key' => 0, 'until' => 0, 'body' => 0]);
        }
        $shown = array_intersect_key($shipment, array_flip(['id', 'courier', 'tracking_number', 'state', 'expected_at']));
        return $shown + ['failure' => $failure, 'answer' => $answer];
    }

    /** Accepts an order once, even if called repeatedly with the same id; another body is an edit of the order. */
    public function accept(string $id, array $order): void
    {
        $this->exclusively(function () use ($id, $order): void {
            $known = $this->waiting->read($id) ?? $this->sent->read($id);
            $body = ['store_order_id' => $id] + $order;
            if ($known === null || $known['body'] !== $body) {
                $key = $known['key'] ?? bin2hex(random_bytes(16));
                $this->waiting->write($id, ['key' => $key, 'body' => $body]);
            }
        });
    }

    /**
     * Accepts a customer's answer to a failed delivery, in place of one that was not sent. The same answer again keeps its key, so
     * pressing twice sends it once. Returns false if the delivery takes no such answer.
     */
    public function answer(string $id, int $shipmentId, array $body): bool
    {
        $shipments = array_column($this->sent->read($id)['shipments'] ?? [], null, 'id');
        $failure = $shipments[$shipmentId]['failure'] ?? null;
        if (!in_array($body['action'] ?? null, $failure['actions'] ?? [], true)) {
            return false;
        }
        $this->exclusively(function () use ($id, $shipmentId, $failure, $body): void {
            $known = $this->answers->read("$id.$shipmentId");
            ['attempt' => $attempt, 'answer_by' => $until] = $failure;
            if ($known === null || [$known['attempt'], $known['body']] !== [$attempt, $body]) {
                $key = bin2hex(random_bytes(16));
                $answer = ['attempt' => $attempt, 'until' => $until, 'body' => $body, 'key' => $key, 'state' => 'waiting'];
                $this->answers->write("$id.$shipmentId", $answer);
            }
        });
        return true;
    }

    /** Places the waiting orders, and makes the edits and the answers to failed deliveries, oldest first. */
    public function send(StoreClient $store): void
    {
        $order = fn (string $id) => fn () => $this->sendOne($store, $id, $this->waiting->read($id));
        $answer = fn (string $name) => fn () => $this->sendAnswer($store, $name, $this->answers->read($name));
        $failed = null;
        foreach ([...array_map($order, $this->waiting->names()), ...array_map($answer, $this->answers->names())] as $send) {
            try {
                $send();
            } catch (StoreApiError $error) {
                // An order that causes an internal error must not block the orders after it.
                if ($error->status !== 500) {
                    throw $error;
                }
                $failed = $error;
            }
        }
        if ($failed !== null) {
            throw $failed;
        }
    }

    /** Fetches the orders that changed since the last call, and places those again that the service has lost. */
    public function follow(StoreClient $store): void
    {
        $isUnlisted = static fn (array $sent): bool => !isset($sent['tracking']);
        // The list is read to its end now, so it contains them.
        $expected = $this->placed($isUnlisted);
        $isComplete = true;
        foreach ($store->orderPages($this->data->read('cursor')['cursor'] ?? null, ['include' => 'shipments']) as $page) {
            // Before the cursor is stored: with the old one, a worker that is killed here learns of the loss again.
            if ($page['reset']) {
                $this->reconcile($store, $this->placed(static fn (array $sent): bool => !in_array($sent['state'], ENDED, true)));
            }
            foreach ($page['data'] as $row) {
                $id = $row['store_order_id'] ?? '';
                $known = $id === '' ? null : $this->get($id);
                if (($known['state'] ?? '') === 'waiting') {
                    $isComplete = false;
                } elseif ($known !== null && ($known['order_number'] ?? $row['order_number']) === $row['order_number']) {
                    // An order that was refused exists if an earlier try placed it.
                    $this->sent->write($id, self::followed($row) + $this->sent->read($id));
                }
            }
            // A page may contain an order whose own response has not arrived yet. Then the cursor stays, so that the page is
            // read again.
            if ($isComplete) {
                $this->data->write('cursor', ['cursor' => $page['next_cursor']]);
            }
        }
        $this->reconcile($store, array_intersect($expected, $this->placed($isUnlisted)));
    }

    /** Asks for orders by their ids, and makes those that the service has lost wait again. */
    private function reconcile(StoreClient $store, array $ids): void
    {
        foreach (array_chunk($ids, RECONCILED_AT_ONCE) as $some) {
            foreach ($store->reconcileOrders($some)['data'] as $row) {
                ['store_order_id' => $id, 'state' => $state, 'order' => $order] = $row;
                $this->exclusively(function () use ($id, $state, $order): void {
                    $sent = $this->sent->read($id);
                    if ($order !== null) {
                        $this->sent->write($id, self::followed($order) + $sent);
                    } elseif ($state === 'missing') {
                        $content = ['key' => $sent['key'], 'body' => $sent['body']];
                        // In this order, so that a crash leaves the order known as placed until it waits.
                        $this->waiting->write($id, $this->waiting->read($id) ?? $content);
                        $this->sent->write($id, $content);
                    }
                });
            }
        }
    }

    /** @return string[] the ids of placed orders that match */
    private function placed(\Closure $matches): array
    {
        $isWanted = function (string $id) use ($matches): bool {
            $sent = $this->sent->read($id);
            return isset($sent['order_number']) && $matches($sent);
        };
        return array_values(array_filter($this->sent->names(), $isWanted));
    }

    /** Returns what is stored of an order as the service has it. Only the list of orders has its shipments. */
    private static function followed(array $order): array
    {
        return [
            'state' => $order['status'],
            'order_number' => $order['order_number'],
            'tracking' => $order['tracking'],
        ] + array_intersect_key($order, ['shipments' => 0]);
    }

    /** Sends an answer to a failed delivery, if it waits. */
    private function sendAnswer(StoreClient $store, string $name, array $answer): void
    {
        if ($answer['state'] !== 'waiting') {
            return;
        }
        [$id, $shipmentId] = explode('.', $name);
        // An order that the service has lost has none.
        $number = $this->sent->read($id)['order_number'] ?? null;
        $result = ['state' => 'refused', 'message' => TOO_LATE];
        // Sent later, it would answer the next attempt.
        if ($number !== null && strtotime($answer['until']) > time()) {
            try {
                $store->answerFailedDelivery($number, (int) $shipmentId, $answer['body'], $answer['key']);
                $result = ['state' => 'sent'];
            } catch (StoreApiError $error) {
                self::throwUnlessRefused($error);
                if ($error->errorCode === 'validation_failed') {
                    $result = ['state' => 'refused', 'message' => 'Please correct your answer.', 'fields' => $error->fields];
                }
            }
        }
        $this->exclusively(function () use ($name, $answer, $result): void {
            // The customer may have given another one meanwhile.
            if ($this->answers->read($name) === $answer) {
                $this->answers->write($name, $result + $answer);
            }
        });
    }

    private function sendOne(StoreClient $store, string $id, array $order): void
    {
        $sent = $this->sent->read($id) ?? [];
        if (!isset($sent['order_number'])) {
            $sent = $this->place($store, $order) + $order;
            // Before anything else is sent: a crash must not lose the number.
            $this->sent->write($id, $sent);
        } elseif ($sent['body'] !== $order['body']) {
            $sent['edit'] = self::editOf($sent, $order['body']);
        }
        if (($sent['edit'] ?? null) !== null) {
            $sent = $this->edit($store, $sent, $order['body']) + ['body' => $order['body']] + $sent;
        }
        $this->exclusively(function () use ($id, $sent, $order): void {
            $this->sent->write($id, $sent);
            // The customer may have edited the order meanwhile.
            if ($this->waiting->read($id) === $order) {
                $this->waiting->remove($id);
            }
        });
    }

    /** Places an order and returns its new state. Throws if the order must be sent again later. */
    private function place(StoreClient $store, array $order): array
    {
        try {
            $placed = $store->placeOrder($order['body'], $order['key']);
            return ['state' => $placed['status'], 'order_number' => $placed['order_number']];
        } catch (StoreApiError $error) {
            self::throwUnlessRefused($error);
            if ($error->orderNumber === null) {
                return ['state' => 'refused', 'code' => $error->errorCode, 'fields' => $error->fields];
            }
            // An answer with an order number means that the order exists: an earlier try has placed it.
            return [
                'state' => $error->answer['order_status'],
                'order_number' => $error->orderNumber,
                'edit' => self::neededEdit($error->answer),
            ];
        }
    }

    /** Corrects or cancels an order and returns its new state. Throws if that must be tried again later. */
    private function edit(StoreClient $store, array $sent, array $body): array
    {
        if ($sent['edit'] === 'cancel') {
            return self::canceled($store, $sent['order_number'], ['code' => 'items_changed', 'fields' => []]);
        }
        try {
            // A whole body as a correction: what it leaves out is removed, or has its default.
            $corrected = $store->correctOrder($sent['order_number'], [
                'customer' => (array) ($body['customer'] ?? []) + ['email' => null],
                'shipping' => (array) ($body['shipping'] ?? []) + ['country' => 'India'],
                'notes' => $body['notes'] ?? null,
            ]);
            return ['state' => $corrected['data']['status'], 'code' => null, 'fields' => null, 'edit' => null];
        } catch (StoreApiError $error) {
            self::throwUnlessRefused($error);
            $problem = ['code' => $error->errorCode, 'fields' => $error->fields];
            return in_array($error->errorCode, WRONG_ADDRESS, true)
                ? self::canceled($store, $sent['order_number'], $problem)
                // Too late, or the edit is invalid: the order stays as it is.
                : $problem + ['edit' => null];
        }
    }

    private static function canceled(StoreClient $store, string $orderNumber, array $problem): array
    {
        try {
            $canceled = $store->cancelOrder($orderNumber, "edited: {$problem['code']}");
            return ['state' => $canceled['status'], 'edit' => null] + $problem;
        } catch (StoreApiError $error) {
            self::throwUnlessRefused($error);
            return ['code' => $error->errorCode, 'edit' => null];
        }
    }

    /** Returns what an order needs for another body: items cannot be corrected. */
    private static function editOf(array $sent, array $body): string
    {
        return ($sent['edit'] ?? '') === 'cancel' || self::linesOf($sent['body']) !== self::linesOf($body) ? 'cancel' : 'correct';
    }

    /** Returns what a body orders. A variation may be null or left out. */
    private static function linesOf(array $body): array
    {
        $line = static fn (mixed $item): array => [$item['sku'] ?? null, $item['quantity'] ?? null, $item['variation'] ?? null];
        return array_map($line, (array) ($body['items'] ?? []));
    }

    /** Returns what an existing order needs to become the one that was sent. */
    private static function neededEdit(array $answer): ?string
    {
        // A key's order is named without differences; those of an order that was erased or archived are not known.
        if (!array_key_exists('differs', $answer)) {
            return 'correct';
        }
        $differs = $answer['differs'] ?? [];
        return $differs === [] ? null : (in_array('items', $differs, true) ? 'cancel' : 'correct');
    }

    /** A refusal counts only if it comes from the service, not from a proxy. */
    private static function throwUnlessRefused(StoreApiError $error): void
    {
        $isRefusal = in_array($error->status, REFUSALS, true) || in_array($error->errorCode, NOT_FOUND, true);
        if ($error->answer === null || !$isRefusal) {
            throw $error;
        }
    }

    /** Runs a change of files that other processes change, too. The system releases the lock however this one ends. */
    private function exclusively(\Closure $change): void
    {
        $lock = fopen("$this->path/outbox.lock", 'c');
        flock($lock, LOCK_EX);
        $change();
        fclose($lock);
    }
}

/** Applies all changes since the stored cursor to the copy of the catalog. */
function copyCatalog(StoreClient $store, Folder $data): void
{
    ['products' => $products, 'cursor' => $since] = $data->read('catalog') ?? ['products' => [], 'cursor' => null];
    $products = array_column($products, null, 'sku');
    foreach ($store->changePages($since, ['include' => INCLUDED]) as $page) {
        if ($page['reset']) {
            $products = [];
        }
        $products = array_diff_key($products, array_flip($page['removed']));
        foreach ($page['data'] as $row) {
            $products[$row['sku']] = updatedProduct($products[$row['sku']] ?? [], $row);
        }
        $since = $page['next_cursor'];
    }
    usort($products, static fn (array $a, array $b): int => $a['id'] <=> $b['id']);
    $data->write('catalog', ['products' => $products, 'cursor' => $since]);
}

/** Returns a product after a change. Here a store would rewrite its page and fetch its images, but not for a sale. */
function updatedProduct(array $known, array $row): array
{
    ['changed' => $changed] = $row;
    unset($row['changed']);
    return $changed === 'stock'
        ? [...$known, 'stock_qty' => $row['stock_qty'], 'variation_stocks' => $row['variation_stocks']]
        : $row;
}

/** Repeats the three jobs. A failed call is logged and repeated; anything else, such as a full disk, ends the process. */
function work(Folder $data, Outbox $outbox): never
{
    [$url, $token, $domain] = [setting('STORE_URL', ''), setting('STORE_TOKEN', ''), setting('STORE_DOMAIN', '')];
    if ($url === '' || $token === '' || $domain === '') {
        exit("Set STORE_URL, STORE_TOKEN and STORE_DOMAIN in the environment.\n");
    }
    $store = new StoreClient($url, $token, $domain);
    // Seconds from the environment, or those that the service asked for.
    $every = static fn (string $name, string $operation): float =>
        (float) setting($name, (string) ($store->pollSeconds($operation) ?? 60));
    $jobs = [
        [static fn () => (float) setting('RESEND_EVERY_SECONDS', '5'), static fn () => $outbox->send($store)],
        [static fn () => $every('ORDERS_EVERY_SECONDS', 'listOrders'), static fn () => $outbox->follow($store)],
        [static fn () => $every('CATALOG_EVERY_SECONDS', 'listChanges'), static fn () => copyCatalog($store, $data)],
    ];
    $due = array_fill(0, count($jobs), 0.0);
    for (;;) {
        foreach ($jobs as $index => [$seconds, $job]) {
            if (microtime(true) < $due[$index]) {
                continue;
            }
            try {
                $job();
            } catch (StoreApiError $error) {
                fwrite(STDERR, date(DATE_ATOM) . " will retry: {$error->getMessage()}\n");
            }
            $due[$index] = microtime(true) + $seconds();
        }
        usleep((int) max(1_000, (min($due) - microtime(true)) * 1e6));
    }
}

/** A product of the copy. PHP reads an empty object as an empty array, which would be sent as a list. */
function shown(array $product): array
{
    return ['variation_stocks' => (object) $product['variation_stocks']] + $product;
}

/**
 * The calls of the store's own pages: `GET /products`, `PUT /orders/{id}`, `GET /orders/{id}` and
 * `PUT /orders/{id}/shipments/{shipment}/answer`. The page creates the id when the customer first presses "order", so pressing
 * twice places one order.
 */
function answer(Folder $data, Outbox $outbox): void
{
    [$method, $path] = [$_SERVER['REQUEST_METHOD'], parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)];
    preg_match('#^/orders/((?!WO-)[\w-]{1,64})(?:/shipments/(\d{1,15})/answer)?$#D', (string) $path, $match);
    [$id, $shipment] = [$match[1] ?? null, $match[2] ?? null];
    [$status, $body] = [404, ['message' => 'Unknown path or order.']];
    if ($method === 'GET' && $path === '/products') {
        [$status, $body] = [200, array_map(shown(...), $data->read('catalog')['products'] ?? [])];
    } elseif ($method === 'PUT' && $id !== null) {
        $sent = json_decode((string) file_get_contents('php://input'), true);
        [$status, $body] = [400, ['message' => 'Send the body as JSON.']];
        if (is_array($sent) && $shipment !== null && !$outbox->answer($id, (int) $shipment, $sent)) {
            [$status, $body] = [409, ['message' => 'This delivery does not take this answer.']];
        } elseif (is_array($sent)) {
            if ($shipment === null) {
                $outbox->accept($id, $sent);
            }
            [$status, $body] = [202, ['id' => $id] + $outbox->get($id)];
        }
    } elseif ($method === 'GET' && $id !== null && $shipment === null && ($order = $outbox->get($id)) !== null) {
        [$status, $body] = [200, ['id' => $id] + $order];
    }
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
}

$path = setting('DATA_DIR', 'data');
$data = new Folder($path);
$outbox = new Outbox($data, $path);
if (PHP_SAPI === 'cli-server') {
    answer($data, $outbox);
    return;
}
// One worker at a time: the system releases the lock when the process ends, however it ends.
$lock = fopen("$path/worker.lock", 'c');
if (!flock($lock, LOCK_EX | LOCK_NB)) {
    exit("Another worker uses $path.\n");
}
echo "The worker has started.\n";
work($data, $outbox);
