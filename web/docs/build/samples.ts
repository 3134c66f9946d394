import { EXAMPLE_URL } from '../../../src/platform/http/openapi/example-url.js';
import type { Field, Operation, Parameter } from './contract.js';

/** A language in which the reference shows calls. */
export interface Language {
  name: string;
  /** The language of the code blocks. */
  fence: string;
  call: (operation: Operation) => string;
  /** The code before the first call, if any. */
  setup: string;
}

/** The syntax of JSON values in a language. */
interface Literals {
  text: (value: string) => string;
  key: (name: string) => string;
  object: readonly [open: string, close: string];
  words: Readonly<Record<string, string>>;
  indent: string;
  /** Writes a named argument; null where a body is always passed as an object. */
  named: ((name: string, value: string) => string) | null;
  /** The expression that makes the id of an order. */
  newOrderId: string;
  /** True if the parameters of a query are named arguments, not one object. */
  hasNamedQuery: boolean;
}

const quoted = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const TYPESCRIPT: Literals = {
  text: quoted,
  key: (name) => `${name}: `,
  object: ['{', '}'],
  words: {},
  indent: '  ',
  named: null,
  newOrderId: '`SHOP-${crypto.randomUUID()}`',
  hasNamedQuery: false,
};
const PYTHON: Literals = {
  text: (value) => JSON.stringify(value),
  key: (name) => `"${name}": `,
  object: ['{', '}'],
  words: { null: 'None', true: 'True', false: 'False' },
  indent: '    ',
  named: (name, value) => `${name}=${value}`,
  newOrderId: 'f"SHOP-{uuid.uuid4()}"',
  hasNamedQuery: true,
};
const PHP: Literals = {
  text: quoted,
  key: (name) => `'${name}' => `,
  object: ['[', ']'],
  words: {},
  indent: '    ',
  named: (name, value) => `${name}: ${value}`,
  newOrderId: "uniqid('SHOP-')",
  hasNamedQuery: false,
};

/** Stands in the body of an order for an id that each run of a sample makes: a second order with an id is refused. */
const NEW_ORDER_ID = '<new order id>';

/** Makes the body of a sample; null for an operation without one. */
function bodyOf({ id, body }: Operation): Record<string, unknown> | null {
  if (body === null) return null;
  const example = (body.examples[0]?.value ?? {}) as Record<string, unknown>;
  return id === 'placeOrder' ? { store_order_id: NEW_ORDER_ID, ...example } : example;
}

/** Writes a JSON value as a literal of a language, with one entry per line. */
function literal(value: unknown, literals: Literals, indent = ''): string {
  if (value === NEW_ORDER_ID) return literals.newOrderId;
  if (typeof value === 'string') return literals.text(value);
  if (typeof value !== 'object' || value === null) {
    return literals.words[String(value)] ?? String(value);
  }
  const inner = `${indent}${literals.indent}`;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : literals.object;
  const entries = Array.isArray(value)
    ? value.map((entry) => literal(entry, literals, inner))
    : Object.entries(value).map(
        ([name, entry]) => `${literals.key(name)}${literal(entry, literals, inner)}`,
      );
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`;
}

/** Lists the required parameters of a query, by name. */
function queryOf({ parameters }: Operation): Record<string, string | number> {
  const required = parameters.filter(
    (parameter) => parameter.in === 'query' && parameter.isRequired,
  );
  return Object.fromEntries(required.map((parameter) => [parameter.path, valueOf(parameter)]));
}

/** Finds the example of a parameter, as the clients take it. */
function valueOf({ type, example = '' }: Parameter): string | number {
  return type === 'integer' || type === 'number' ? Number(example) : example;
}

/** Lists the arguments of a client's method: the parameters of the path, those of the query that are required, then the body. */
function argumentsOf(operation: Operation, literals: Literals): string {
  const { parameters, body } = operation;
  const keys = parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => literal(valueOf(parameter), literals));
  const content = body === null ? [] : bodyArguments(operation, body.fields, literals);
  return [...keys, ...queryArguments(queryOf(operation), literals), ...content].join(', ');
}

function queryArguments(query: Record<string, string | number>, literals: Literals): string[] {
  const { named, hasNamedQuery } = literals;
  const entries = Object.entries(query);
  if (entries.length === 0) return [];
  if (named === null || !hasNamedQuery) return [literal(query, literals)];
  return entries.map(([name, value]) => named(name, literal(value, literals)));
}

/** Lists the arguments of a body. Its only field is an argument; Python and PHP take an optional one by name. */
function bodyArguments(
  operation: Operation,
  fields: readonly Field[],
  literals: Literals,
): string[] {
  const { named } = literals;
  const body = bodyOf(operation) ?? {};
  const [only, ...others] = fields;
  if (only === undefined || others.length > 0) return [literal(body, literals)];
  if (only.isRequired) return Object.values(body).map((value) => literal(value, literals));
  if (named === null) return [literal(body, literals)];
  return Object.entries(body).map(([name, value]) => named(name, literal(value, literals)));
}

function snakeCase(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function curl(operation: Operation): string {
  const { method, path, parameters, body } = operation;
  const isDefaultMethod = method === (body === null ? 'GET' : 'POST');
  const filledPath = parameters.reduce(
    (filled, { path: name, example }) => filled.replace(`{${name}}`, example ?? ''),
    path,
  );
  const query = new URLSearchParams(
    Object.entries(queryOf(operation)).map(([name, value]) => [name, String(value)]),
  ).toString();
  const target = query === '' ? filledPath : `${filledPath}?${query}`;
  const lines = [
    `curl ${isDefaultMethod ? '' : `-X ${method} `}"${EXAMPLE_URL}${target}"`,
    '-H "Authorization: Bearer wso_your_token"',
    '-H "X-Client-Domain: your-store.example"',
  ];
  if (body !== null) {
    const text = JSON.stringify(bodyOf(operation), null, 2).replaceAll("'", "'\\''");
    // The shell computes what stands outside of the quotes.
    const data = text.replace(NEW_ORDER_ID, () => "SHOP-'$(date +%s%N)'");
    lines.push('-H "Content-Type: application/json"', `-d '${data}'`);
  }
  return lines.join(' \\\n  ');
}

/** The languages of the reference, in the order of their tabs. */
export const LANGUAGES: readonly Language[] = [
  { name: 'curl', fence: 'sh', call: curl, setup: '' },
  {
    name: 'TypeScript',
    fence: 'ts',
    setup: `import { createStoreClient } from '@wholesale-store-orders/client';

const store = createStoreClient({
  baseUrl: '${EXAMPLE_URL}',
  token: 'wso_your_token',
  domain: 'your-store.example',
});`,
    call: (operation) =>
      `const answer = await store.${operation.id}(${argumentsOf(operation, TYPESCRIPT)});`,
  },
  {
    name: 'Python',
    fence: 'py',
    setup: `import uuid

from wholesale_store_orders import StoreClient

store = StoreClient(
    "${EXAMPLE_URL}",
    token="wso_your_token",
    domain="your-store.example",
)`,
    call: (operation) =>
      `answer = store.${snakeCase(operation.id)}(${argumentsOf(operation, PYTHON)})`,
  },
  {
    name: 'PHP',
    fence: 'php',
    setup: `require 'WholesaleStoreOrders.php';

$store = new WholesaleStoreOrders\\StoreClient(
    '${EXAMPLE_URL}',
    'wso_your_token',
    'your-store.example',
);`,
    call: (operation) => `$answer = $store->${operation.id}(${argumentsOf(operation, PHP)});`,
  },
];

/** Writes a sample in each language that has one, as code blocks that the pages show as tabs. */
export function samples(sample: (language: Language) => string): string {
  return LANGUAGES.filter((language) => sample(language) !== '')
    .map(
      (language) => `**${language.name}**\n\n\`\`\`${language.fence}\n${sample(language)}\n\`\`\``,
    )
    .join('\n\n');
}
