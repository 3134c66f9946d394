// Makes the calls that a test sends as lines of JSON, those of a list at once, with the client in this folder.
import { createInterface } from 'node:readline';
import { inspect } from 'node:util';
import * as kit from '@wholesale-store-orders/client';

// Clients of earlier releases have no `verifyEvent`.
const { createStoreClient, StoreApiError, verifyEvent } = kit;

const { STORE_URL: baseUrl, STORE_TOKEN: token, STORE_DOMAIN: domain, OPTIONS } = process.env;
const { tries, withinSeconds, tryTimeoutSeconds, cache } = JSON.parse(OPTIONS);
const retry = {
  ...(tries && { tries }),
  ...(withinSeconds && { withinMs: withinSeconds * 1_000 }),
  ...(tryTimeoutSeconds && { tryTimeoutMs: tryTimeoutSeconds * 1_000 }),
};
const store = createStoreClient({
  baseUrl,
  token,
  domain,
  retry,
  ...(cache && { cache: new Map() }),
});

/** Options that are arguments in other languages, with their positions. */
const OPTION_ARGUMENTS = {
  placeOrder: [1, 'idempotencyKey'],
  requestReturn: [2, 'idempotencyKey'],
  answerFailedDelivery: [3, 'idempotencyKey'],
  correctOrder: [2, 'ifMatch'],
};

function argumentsOf({ operation, args, query }) {
  if (operation === 'changePages' && args.length > 0) return [{ since: args[0] }];
  const [at, option] = OPTION_ARGUMENTS[operation] ?? [args.length];
  const options = args.slice(at).map((value) => ({ [option]: value }));
  const entries = Object.entries(query).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join() : value,
  ]);
  return [
    ...args.slice(0, at),
    ...options,
    ...(entries.length > 0 ? [Object.fromEntries(entries)] : []),
  ];
}

async function resultOf(call) {
  const operations = { ...store, verifyEvent };
  const result = await operations[call.operation](...argumentsOf(call));
  if (result instanceof Blob) return Buffer.from(await result.arrayBuffer()).toString('base64');
  if (result?.[Symbol.asyncIterator] === undefined) return result;
  const pages = [];
  for await (const page of result) pages.push(page);
  return pages;
}

async function answer(call) {
  try {
    return { result: await resultOf(call) };
  } catch (error) {
    if (error instanceof TypeError)
      return { error: { code: 'refused_argument' }, shown: error.message };
    if (!(error instanceof StoreApiError)) throw error;
    const { code, status, fields, requestId, retryAfterSeconds, orderNumber, answer: body } = error;
    const all = { showHidden: true, depth: Infinity };
    return {
      error: { code, status, fields, requestId, retryAfterSeconds, orderNumber, answer: body },
      shown: inspect([error, store], all),
    };
  }
}

for await (const line of createInterface(process.stdin)) {
  const sent = JSON.parse(line);
  const answered = Array.isArray(sent) ? Promise.all(sent.map(answer)) : answer(sent);
  process.stdout.write(`${JSON.stringify(await answered)}\n`);
}
