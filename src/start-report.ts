import { SettingsError, type Settings } from './config/settings.js';
import { databaseFault } from './database/faults.js';
import type { DemoAccess } from './demo/demo.js';

/** What came of the start. */
export interface Started {
  baseUrl: string;
  isEmbedded: boolean;
  demo: DemoAccess | null;
}

/** Tells the person at the terminal where the service is and how to call it. */
export function reportStart(settings: Settings, { baseUrl, isEmbedded, demo }: Started): void {
  const lines = [
    '',
    `Wholesale order service   ${baseUrl}`,
    `Swagger UI                ${baseUrl}/docs`,
    ...(isEmbedded
      ? [
          `Database                  embedded PostgreSQL in ${settings.dataDir}`,
          `Admin API token           ${settings.adminApiToken}`,
        ]
      : []),
    ...(demo === null ? [] : demoLines(settings, demo)),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function demoLines({ dataDir }: Settings, { base_url, clients }: DemoAccess): string[] {
  const [client] = clients;
  if (client === undefined) return [];
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
    `Demo clients              ${clients.map(({ name }) => name).join(', ')}: ${dataDir}/demo.json`,
    '',
    `Try it as ${client.name}:`,
    '',
    `curl ${headers} ${base_url}/api/products`,
    '',
    `curl ${headers} ${base_url}/api/products/TW-GLS-06/stock`,
    '',
    `curl ${headers} -H 'Content-Type: application/json' -d '${order}' ${base_url}/api/orders`,
  ];
}

/** The one line that says why the service did not start; a stack only for what nobody foresaw. */
export function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return `Not started: ${String(error)}`;
  const isForeseen = error instanceof SettingsError || error.name === 'EmbeddedPostgresError';
  const fault = databaseFault(error);
  if (isForeseen) return `Not started: ${error.message}`;
  if (fault?.code === 'EADDRINUSE') {
    return 'Not started: the port in PORT is in use; stop the other program or set another PORT';
  }
  if (fault !== null) {
    return `Not started: the database in DATABASE_URL does not answer as it should (${fault.code}: ${error.message})`;
  }
  return `Not started: ${error.stack}`;
}
