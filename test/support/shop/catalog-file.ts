import type { Response, Test } from 'supertest';
import type { TestApp } from '../app.js';
import type { AdminAnswer } from './admin.js';

export type Report = AdminAnswer<'importProducts'>;

/** Joins the lines of a file. */
export function file(...lines: string[]): string {
  return lines.map((line) => `${line}\r\n`).join('');
}

export function send(
  app: TestApp,
  content: string | Buffer,
  { dryRun, type = 'text/csv' }: { dryRun?: boolean; type?: string } = {},
): Test {
  const query = dryRun === undefined ? '' : `?dry_run=${String(dryRun)}`;
  return app.adminFile(`products/import${query}`, content, type);
}

/** Imports a file that has no problems. */
export async function imported(app: TestApp, ...lines: string[]): Promise<Report> {
  const response = await send(app, file(...lines));
  expect([response.status, response.body]).toEqual([200, expect.anything()]);
  return reportOf(response);
}

/** Imports a file that is refused. Returns its problems as `line column: text`. */
export async function refused(app: TestApp, content: string | Buffer): Promise<string[]> {
  const response = await send(app, content);
  expect([response.status, response.body]).toEqual([
    422,
    expect.objectContaining({ code: 'import_refused' }),
  ]);
  return reportOf(response).problems.map(
    ({ line, column, problem }) => `${line} ${column ?? '-'}: ${problem}`,
  );
}

export function reportOf({ body }: Response): Report {
  return (body as { data: Report }).data;
}

export function download(app: TestApp): Test {
  return app.admin('get', 'products/export');
}

/** Reads all stored data that an import can change. */
export async function everything(app: TestApp): Promise<Record<string, unknown[]>> {
  const tables = [
    ...['products', 'plan_prices', 'product_costs'],
    ...['stock_levels', 'stock_movements', 'audit_entries'],
  ];
  const stored: Record<string, unknown[]> = {};
  for (const table of tables) {
    const rows = await app.dataSource.query<{ row: unknown }[]>(
      `SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`,
    );
    stored[table] = rows.map(({ row }) => row);
  }
  return stored;
}
