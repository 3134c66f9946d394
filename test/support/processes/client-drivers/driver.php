<?php

// Makes the calls that a test sends as lines of JSON, those of a list one by one, with the client in this folder.

declare(strict_types=1);

use WholesaleStoreOrders\StoreApiError;
use WholesaleStoreOrders\StoreClient;

require 'WholesaleStoreOrders.php';

$options = json_decode(getenv('OPTIONS'), true);
if ($options['cache'] ?? false) {
    $options['cache'] = new ArrayObject();
}
$store = new StoreClient(getenv('STORE_URL'), getenv('STORE_TOKEN'), getenv('STORE_DOMAIN'), ...$options);

function answer(StoreClient $store, array $call): array
{
    try {
        $arguments = $call['args'];
        if ($call['query'] !== []) {
            $arguments['query'] = $call['query'];
        }
        $function = "WholesaleStoreOrders\\{$call['operation']}";
        $operation = function_exists($function) ? $function : [$store, $call['operation']];
        $result = $operation(...$arguments);
        if ($call['operation'] === 'getDocumentPdf') {
            return ['result' => base64_encode($result)];
        }
        return ['result' => $result instanceof Generator ? iterator_to_array($result, false) : $result];
    } catch (StoreApiError $error) {
        return [
            'error' => [
                'code' => $error->errorCode,
                'status' => $error->status,
                'fields' => $error->fields,
                'requestId' => $error->requestId,
                'retryAfterSeconds' => $error->retryAfterSeconds,
                'orderNumber' => $error->orderNumber,
                'answer' => $error->answer,
            ],
            'shown' => $error . print_r($error, true) . print_r($store, true),
        ];
    } catch (InvalidArgumentException $error) {
        return ['error' => ['code' => 'refused_argument'], 'shown' => $error->getMessage()];
    }
}

while (($line = fgets(STDIN)) !== false) {
    $sent = json_decode($line, true);
    $answered = array_is_list($sent)
        ? array_map(static fn (array $call): array => answer($store, $call), $sent)
        : answer($store, $sent);
    echo json_encode($answered, JSON_THROW_ON_ERROR), "\n";
}
