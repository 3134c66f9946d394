import type { Settings } from '../platform/config/settings.js';
import { SettingsError } from '../platform/config/variables.js';
import { DatabaseContractError } from '../platform/database/connection/contract.js';
import { databaseError, isDatabaseUnavailable } from '../platform/database/database-errors.js';
import { SchemaError, UnknownMigrationsError } from '../platform/database/schema-error.js';
import { SetupLockError } from '../platform/database/setup-lock.js';
import { AppError } from '../platform/http/errors.js';
import type { DemoAccess } from './demo/demo-file.js';
import { ProductionRefusal } from './production/checks.js';

interface Started {
  baseUrl: string;
  /** Address of the service for browsers. */
  publicUrl: string;
  /** Address for operators; null: they have no address of their own. */
  operationsUrl: string | null;
  isEmbedded: boolean;
  /** True if the service generated the admin token because ADMIN_API_TOKEN was not set. */
  isAdminTokenMade: boolean;
  /** True if an operator can sign in; the demo's people do not count. */
  hasOperators: boolean;
  demo: DemoAccess | null;
}

/** How to create the first operator in an installation without the demo. */
const FIRST_OPERATOR =
  'Invite the first owner    npm run cli -- user:create --email you@wholesale.example --role owner';

/** Prints where the service is and how to call it. Secrets are printed only to a terminal, because other output is kept. */
export function reportStart(settings: Settings, started: Started): void {
  const { baseUrl, publicUrl, operationsUrl, isEmbedded, isAdminTokenMade, demo } = started;
  const isTerminal = process.stdout.isTTY === true;
  const keptToken = isTerminal ? settings.adminApiToken : `in ${settings.dataDir}/admin-token`;
  const knownToken = isAdminTokenMade ? keptToken : 'as set in ADMIN_API_TOKEN';
  const adminToken = settings.adminApiTokenEnabled ? knownToken : 'switched off';
  const lines = [
    '',
    `Wholesale order service   ${baseUrl}`,
    `Start here                ${baseUrl}/docs/start`,
    `Swagger UI                ${baseUrl}/docs`,
    `Dashboard                 ${publicUrl}/dashboard`,
    ...(operationsUrl === null ? [] : [`Operators                 ${operationsUrl}/dashboard`]),
    ...(isEmbedded
      ? [
          `Database                  embedded PostgreSQL in ${settings.dataDir}`,
          `Admin API token           ${adminToken}`,
        ]
      : []),
    ...(demo === null ? [] : demoLines(settings, demo, isTerminal)),
    ...(demo !== null || started.hasOperators ? [] : [FIRST_OPERATOR]),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function demoLines(
  { dataDir }: Settings,
  { base_url, clients, users }: DemoAccess,
  isTerminal: boolean,
): string[] {
  const [client] = clients;
  if (client === undefined) return [];
  const names = clients.map(({ name }) => name).join(', ');
  const where = `Demo clients              ${names}: ${dataDir}/demo.json`;
  if (!isTerminal) return [where, `Their tokens, passwords   in ${dataDir}/demo.json`];
  const headers = `-H 'Authorization: Bearer ${client.token}' -H 'X-Client-Domain: ${client.domain}'`;
  const order = JSON.stringify({
    customer: { name: 'Asha Verma', phone: '+91 98765 43210' },
    shipping: {
      address: '14, Lake View Road',
      city: 'Bengaluru',
      state: 'Karnataka',
      pincode: '560001',
    },
    items: [{ sku: 'TW-GLS-06', quantity: 2 }],
  });
  return [
    where,
    ...firstUsers(users).map(
      ({ email, password, kind }) =>
        `Sign in as ${kind.padEnd(15)}${email} with the password ${password}`,
    ),
    '',
    `Try it as ${client.name}:`,
    '',
    `curl ${headers} ${base_url}/api/products`,
    '',
    `curl ${headers} ${base_url}/api/products/TW-GLS-06/stock`,
    '',
    `curl ${headers} -H 'Content-Type: application/json' -d '${order}' ${base_url}/api/orders`,
    '',
    `Its test token, for orders that are never shipped: ${client.test_token}`,
  ];
}

/** Picks one person of each kind. */
function firstUsers(users: DemoAccess['users']): DemoAccess['users'] {
  return users.filter(({ kind }, index) => users.findIndex((user) => user.kind === kind) === index);
}

/** Writes the line with the reason why the service did not start, or a line for each wrong setting or refusal in production. */
export function startFailure(error: unknown): string {
  if (error instanceof ProductionRefusal || error instanceof SettingsError) {
    return error.message.replaceAll(/^/gm, 'Not started: ');
  }
  const taken = takenPort(error);
  const reason =
    taken === null
      ? reasonOf(error)
      : `the port in PORT (${taken}) is in use; stop the other program or set another PORT`;
  return `Not started: ${reason}`;
}

const NEW_DATABASE =
  'Start with an empty database (another DATABASE_URL, or another DATA_DIR); to keep the catalog, export it with the version that made the database (npm run cli -- export catalog.csv) and import that file (npm run cli -- import catalog.csv)';

/** undefined_column, undefined_table: the code expects something that no migration has created. */
const LACKS_OBJECT: ReadonlySet<string> = new Set(['42703', '42P01']);

/** Writes the reason of a failed start for the terminal, with a stack for errors without a code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UnknownMigrationsError) return `${error.message}. ${NEW_DATABASE}`;
  if (error instanceof SettingsError || error instanceof SchemaError) return error.message;
  if (error instanceof DatabaseContractError || error instanceof SetupLockError) {
    return error.message;
  }
  // Its module is loaded only where the embedded database is used.
  if (error.name === 'EmbeddedPostgresError' || error instanceof AppError) return error.message;
  if (databaseError(error) !== null || isDatabaseUnavailable(error)) {
    const code = codeOf(error);
    if (LACKS_OBJECT.has(code)) {
      return `a migration is missing: ${error.message}; add it to src/schema/migrations, as "Add a column" in CONTRIBUTING.md says`;
    }
    return `the database in DATABASE_URL failed (${code && `${code}: `}${error.message})`;
  }
  // Node's message names the file or port.
  return codeOf(error) === '' ? String(error.stack) : error.message;
}

/** Finds the port that another program uses; null for any other error. */
function takenPort(error: unknown): number | null {
  const isTaken = codeOf(error) === 'EADDRINUSE';
  return isTaken ? (error as NodeJS.ErrnoException & { port: number }).port : null;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
