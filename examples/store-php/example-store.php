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
 * @version 1.1.0
 */

declare(strict_types=1);

namespace ExampleStore;

use WholesaleStoreOrders\StoreApiError;
use WholesaleStoreOrders\StoreClient;

require __DIR__ . '/WholesaleStoreOrders.php';

/** The order itself is invalid: sending it again would not help. */
const REFUSALS = [400, 409, 413, 422];
/**
 * The fields that an order needs of a product besides the usual ones, variation keys and delivery charge; and `changed`,
 * which says whether anything but its stock changed.
 */
const INCLUDED = ['variations', 'delivery', 'changed'];

function setting(string $name, string $default): string
{
    return getenv($name) ?: $default;
}

/** Files of JSON in a folder. Each survives a crash once write() or create() has returned. */
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

    /** Writes a file only if there is none of that name, even if several processes try. */
    public function create(string $name, array $value): void
    {
        $next = $this->stored($value);
        @link($next, $this->pathOf($name));
        unlink($next);
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
 * The state of an order is `waiting`, `refused` (with `code` and `fields`), or a status of the Store API.
 */
final class Outbox
{
    private Folder $waiting;
    private Folder $sent;

    public function __construct(private Folder $data, string $path)
    {
        $this->waiting = new Folder("$path/waiting");
        $this->sent = new Folder("$path/sent");
    }

    public function get(string $id): ?array
    {
        // In this order: an order is stored as sent before it stops waiting.
        return $this->waiting->read($id) === null ? $this->sent->read($id) : $this->sent->read($id) ?? ['state' => 'waiting'];
    }

    /** Accepts an order once, even if called repeatedly with the same id. */
    public function accept(string $id, array $order): void
    {
        if ($this->get($id) === null) {
            $body = ['store_order_id' => $id] + $order;
            $this->waiting->create($id, ['key' => bin2hex(random_bytes(16)), 'body' => $body]);
        }
    }

    /** Sends the waiting orders, oldest first. */
    public function send(StoreClient $store): void
    {
        $failed = null;
        foreach ($this->waiting->names() as $id) {
            try {
                $this->sent->write($id, $this->sent->read($id) ?? $this->place($store, $this->waiting->read($id)));
                $this->waiting->remove($id);
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

    /** Fetches the orders that changed since the last call. */
    public function follow(StoreClient $store): void
    {
        $isComplete = true;
        foreach ($store->orderPages($this->data->read('cursor')['cursor'] ?? null) as $page) {
            foreach ($page['data'] as $row) {
                $id = $row['store_order_id'] ?? '';
                $known = $id === '' ? null : $this->get($id);
                if (($known['state'] ?? '') === 'waiting') {
                    $isComplete = false;
                } elseif (($known['order_number'] ?? '') === $row['order_number']) {
                    $this->sent->write($id, ['state' => $row['status'], 'tracking' => $row['tracking']] + $known);
                }
            }
            // A page may contain an order whose own response has not arrived yet. Then the cursor stays, so that the page is
            // read again.
            if ($isComplete) {
                $this->data->write('cursor', ['cursor' => $page['next_cursor']]);
            }
        }
    }

    /** Places an order and returns its new state. Throws if the order must be sent again later. */
    private function place(StoreClient $store, array $order): array
    {
        try {
            $placed = $store->placeOrder($order['body'], $order['key']);
            return ['state' => $placed['status'], 'order_number' => $placed['order_number']];
        } catch (StoreApiError $error) {
            // A refusal counts only if it comes from the service, not from a proxy.
            if ($error->answer === null || !in_array($error->status, REFUSALS, true)) {
                throw $error;
            }
            // Keys expire after a day. This order was placed by an earlier try, more than a day ago.
            if ($error->errorCode === 'duplicate_order' && $error->answer['same_request']) {
                return [
                    'state' => $error->answer['order_status'],
                    'order_number' => $error->answer['order_number'],
                ];
            }
            return ['state' => 'refused', 'code' => $error->errorCode, 'fields' => $error->fields];
        }
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
    [$token, $domain] = [setting('STORE_TOKEN', ''), setting('STORE_DOMAIN', '')];
    if ($token === '' || $domain === '') {
        exit("Set STORE_URL, STORE_TOKEN and STORE_DOMAIN in the environment.\n");
    }
    $store = new StoreClient(setting('STORE_URL', 'http://localhost:3000'), $token, $domain);
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
 * The calls of the store's own pages: `GET /products`, `PUT /orders/{id}` and `GET /orders/{id}`. The page creates the id when the
 * customer first presses "order", so pressing twice places one order.
 */
function answer(Folder $data, Outbox $outbox): void
{
    [$method, $path] = [$_SERVER['REQUEST_METHOD'], parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)];
    $id = preg_match('#^/orders/((?!WO-)[\w-]{1,64})$#D', (string) $path, $match) === 1 ? $match[1] : null;
    [$status, $body] = [404, ['message' => 'Unknown path or order.']];
    if ($method === 'GET' && $path === '/products') {
        [$status, $body] = [200, array_map(shown(...), $data->read('catalog')['products'] ?? [])];
    } elseif ($method === 'PUT' && $id !== null) {
        $order = json_decode((string) file_get_contents('php://input'), true);
        [$status, $body] = [400, ['message' => 'Send the order as JSON.']];
        if (is_array($order)) {
            $outbox->accept($id, $order);
            [$status, $body] = [202, ['id' => $id] + $outbox->get($id)];
        }
    } elseif ($method === 'GET' && $id !== null && ($order = $outbox->get($id)) !== null) {
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
