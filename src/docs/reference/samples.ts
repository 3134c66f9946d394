import type { Operation } from '../contract.js';
import { html, type Part } from '../html.js';

/** A language in which the reference shows calls. */
export interface Language {
  id: 'curl' | 'typescript' | 'python' | 'php';
  name: string;
  /** As code blocks name it. */
  code: string;
  /** A call of an operation. */
  call: (operation: Operation) => Part;
  /** What comes before the first call. */
  setup: Part;
}

/** What the page's script puts in the places of these words, where the reader has given it. */
const BASE = html`<span data-base-address>https://orders.example</span>`;
const TOKEN = html`<span data-fill="token">wso_your_token</span>`;
const DOMAIN = html`<span data-fill="domain">your-store.example</span>`;

/** The id of the order in the examples of the document; the script makes a new one for each visit. */
const EXAMPLE_ORDER_ID = 'SHOP-1001';

/** Returns a text with the order id of the examples in a place that the page's script fills. */
export function withFreshOrderId(text: string): Part {
  const id = html`<span data-fill="order-id">${EXAMPLE_ORDER_ID}</span>`;
  return text.split(EXAMPLE_ORDER_ID).map((part, index) => (index === 0 ? part : [id, part]));
}

/** How a language writes the values of JSON. */
interface Literals {
  text: (value: string) => string;
  key: (name: string) => string;
  list: readonly [open: string, close: string];
  object: readonly [open: string, close: string];
  words: Readonly<Record<'null' | 'true' | 'false', string>>;
  indent: string;
  /** How an argument is named; null where a body is always passed as an object. */
  named: ((name: string) => string) | null;
}

const JSON_WORDS = { null: 'null', true: 'true', false: 'false' };
const quoted = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const TYPESCRIPT: Literals = {
  text: quoted,
  key: (name) => `${name}: `,
  list: ['[', ']'],
  object: ['{', '}'],
  words: JSON_WORDS,
  named: null,
  indent: '  ',
};
const PYTHON: Literals = {
  text: (value) => JSON.stringify(value),
  key: (name) => `"${name}": `,
  list: ['[', ']'],
  object: ['{', '}'],
  words: { null: 'None', true: 'True', false: 'False' },
  named: (name) => `${name}=`,
  indent: '    ',
};
const PHP: Literals = {
  text: quoted,
  key: (name) => `'${name}' => `,
  list: ['[', ']'],
  object: ['[', ']'],
  words: JSON_WORDS,
  named: (name) => `${name}: `,
  indent: '    ',
};

/** Returns a value of JSON as a literal of a language, with an entry per line. */
function literal(value: unknown, literals: Literals, indent = ''): string {
  if (typeof value === 'string') return literals.text(value);
  if (typeof value !== 'object' || value === null) {
    const word = String(value) as keyof Literals['words'];
    return literals.words[word] ?? word;
  }
  const inner = `${indent}${literals.indent}`;
  const [open, close] = Array.isArray(value) ? literals.list : literals.object;
  const entries = Array.isArray(value)
    ? value.map((entry) => literal(entry, literals, inner))
    : Object.entries(value).map(
        ([name, entry]) => `${literals.key(name)}${literal(entry, literals, inner)}`,
      );
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`;
}

/** What a call of a client's method is given: the keys of the path, then the body. */
function argumentsOf({ parameters, body }: Operation, literals: Literals): string {
  const keys = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ example }) => literals.text(example ?? ''));
  return [...keys, ...(body === null ? [] : bodyArguments(body, literals))].join(', ');
}

/** Python and PHP take the only field of a body, where it may be left out, as an argument with its name. */
function bodyArguments(
  { fields, examples }: NonNullable<Operation['body']>,
  literals: Literals,
): string[] {
  const { named } = literals;
  const body = examples[0]?.value ?? {};
  const isOnlyOption = fields.length === 1 && fields[0]?.isRequired === false;
  if (named === null || !isOnlyOption) return [literal(body, literals)];
  return Object.entries(body).map(([name, value]) => `${named(name)}${literal(value, literals)}`);
}

function pathOf({ path, parameters }: Operation): string {
  return parameters.reduce(
    (filled, { path: name, example }) => filled.replace(`{${name}}`, example ?? ''),
    path,
  );
}

function snakeCase(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function curl(operation: Operation): Part {
  const { method, body } = operation;
  const sent = body === null ? null : JSON.stringify(body.examples[0]?.value ?? {}, null, 2);
  const isUsual = method === (sent === null ? 'GET' : 'POST');
  return [
    `curl ${isUsual ? '' : `-X ${method} `}"`,
    BASE,
    withFreshOrderId(`${pathOf(operation)}" \\\n  -H "Authorization: Bearer `),
    TOKEN,
    '" \\\n  -H "X-Client-Domain: ',
    DOMAIN,
    '"',
    sent === null
      ? ''
      : [
          ' \\\n  -H "Content-Type: application/json" \\\n  -d ',
          withFreshOrderId(`'${sent.replaceAll("'", "'\\''")}'`),
        ],
  ];
}

/** The languages of the reference, in the order of their tabs. */
export const LANGUAGES: readonly Language[] = [
  { id: 'curl', name: 'curl', code: 'sh', call: curl, setup: '' },
  {
    id: 'typescript',
    name: 'TypeScript',
    code: 'ts',
    setup: [
      "import { createStoreClient } from '@wholesale-store-orders/client';\n\n",
      "const store = createStoreClient({\n  baseUrl: '",
      BASE,
      "',\n  token: '",
      TOKEN,
      "',\n  domain: '",
      DOMAIN,
      "',\n});",
    ],
    call: (operation) =>
      withFreshOrderId(
        `const answer = await store.${operation.id}(${argumentsOf(operation, TYPESCRIPT)});`,
      ),
  },
  {
    id: 'python',
    name: 'Python',
    code: 'py',
    setup: [
      'from wholesale_store_orders import StoreClient\n\n',
      'store = StoreClient(\n    "',
      BASE,
      '",\n    token="',
      TOKEN,
      '",\n    domain="',
      DOMAIN,
      '",\n)',
    ],
    call: (operation) =>
      withFreshOrderId(
        `answer = store.${snakeCase(operation.id)}(${argumentsOf(operation, PYTHON)})`,
      ),
  },
  {
    id: 'php',
    name: 'PHP',
    code: 'php',
    setup: [
      "require 'WholesaleStoreOrders.php';\n\n",
      "$store = new WholesaleStoreOrders\\StoreClient(\n    '",
      BASE,
      "',\n    '",
      TOKEN,
      "',\n    '",
      DOMAIN,
      "',\n);",
    ],
    call: (operation) =>
      withFreshOrderId(`$answer = $store->${operation.id}(${argumentsOf(operation, PHP)});`),
  },
];
