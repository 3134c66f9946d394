import { readFile } from 'node:fs/promises';
import type { DemoAccess } from '../../../src/start/demo/demo-file.js';

/** A GET of the documents, with a path of the demo; null if the demo has none. */
export interface DocumentedGet {
  template: string;
  path: string | null;
  headers: Record<string, string>;
}

interface Operation {
  parameters?: {
    in: string;
    name: string;
    required?: boolean;
    schema: { example?: string; enum?: string[] };
    example?: string;
  }[];
}

type Query = (sql: string) => Promise<{ value: string | null }[]>;

/** Values of the demo by the name of their parameter, as SQL; months and days have orders. Other ids are the first of their table. */
const VALUES: Record<string, string> = {
  sku: 'SELECT sku FROM products ORDER BY id LIMIT 1',
  order_number: `SELECT order_number FROM orders o WHERE client_id = 1 AND NOT is_test
    ORDER BY (SELECT count(*) FROM shipments s WHERE s.order_id = o.id) DESC, id LIMIT 1`,
  shipment_id: 'SELECT id FROM shipments ORDER BY id LIMIT 1',
  code: 'SELECT code FROM plans ORDER BY id LIMIT 1',
  orders: `SELECT order_number FROM orders WHERE status = 'pending' AND NOT is_test ORDER BY id LIMIT 1`,
  ids: 'SELECT min(id) FROM tax_documents WHERE client_id = 1',
  month: `SELECT to_char(now() - interval '1 month', 'YYYY-MM')`,
  date: 'SELECT current_date - 10',
  day: 'SELECT current_date - 10',
};
/** Tables of `{id}` with another name than the part of the path before it. */
const TABLES: Record<string, string> = {
  'bank-lines': 'statement_lines',
  bookings: 'courier_bookings',
  documents: 'tax_documents WHERE client_id = 1',
  checkouts: 'payment_intents WHERE client_id = 1',
};

/** Signs the first person of a kind in. */
async function cookieOf(
  baseUrl: string,
  { users }: DemoAccess,
  kind: string,
): Promise<Record<string, string>> {
  const { email, password } = users.find((user) => user.kind === kind)!;
  const answer = await fetch(`${baseUrl}/dashboard/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookies = answer.headers.getSetCookie().map((text) => text.split(';')[0]);
  return { cookie: cookies.join('; ') };
}

/** Makes a request for every GET of the OpenAPI documents: of a store, an operator in the browser, and a client's owner. */
export async function documentedGets(
  baseUrl: string,
  demo: DemoAccess,
  query: Query,
): Promise<DocumentedGet[]> {
  const { token, domain } = demo.clients[0]!;
  const callers = {
    store: { authorization: `Bearer ${token}`, 'x-client-domain': domain },
    admin: await cookieOf(baseUrl, demo, 'operator'),
    dashboard: await cookieOf(baseUrl, demo, 'client'),
  };
  const gets: DocumentedGet[] = [];
  for (const [name, headers] of Object.entries(callers)) {
    const { paths } = JSON.parse(await readFile(`dist/openapi/${name}-api.json`, 'utf8')) as {
      paths: Record<string, { get?: Operation }>;
    };
    for (const [template, { get }] of Object.entries(paths)) {
      if (get) gets.push({ template, path: await filled(template, get, query), headers });
    }
  }
  return gets;
}

async function filled(
  template: string,
  { parameters = [] }: Operation,
  query: Query,
): Promise<string | null> {
  const values = new URLSearchParams();
  for (const { in: place, name, required, schema, example = schema.example } of parameters) {
    if (place !== 'query' || !required) continue;
    const value = VALUES[name] ? await first(query, VALUES[name]) : (example ?? schema.enum?.[0]);
    values.append(name, String(value));
  }
  let path = template;
  for (const [text, name = ''] of template.matchAll(/\{(\w+)\}/g)) {
    const [, before = ''] = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(template)!;
    const table = TABLES[before] ?? before.replaceAll('-', '_');
    const value = await first(query, VALUES[name] ?? `SELECT min(id) FROM ${table}`);
    if (value === null) return null;
    path = path.replace(text, encodeURIComponent(value));
  }
  return values.size > 0 ? `${path}?${values.toString()}` : path;
}

/** Reads the first value, as text. */
async function first(query: Query, sql: string): Promise<string | null> {
  const [row] = await query(`SELECT (${sql})::text AS value`);
  return row!.value;
}
