import type { AuditEntryDto } from '../../../src/platform/audit/audit.dto.js';
import type { TestApp } from '../app.js';
import { allPages } from '../call.js';
import { Admin } from './admin.js';

/** Values of a thing in an entry, before or after a change. */
export type Facts = Record<string, unknown>;

/** Entry of the audit log, with its values unchanged. */
export type Entry = AuditEntryDto & Record<'before' | 'after', Facts | null>;

/** The audit log as operators read it. */
export class AuditLog {
  private constructor(
    private readonly app: TestApp,
    private readonly reader: TestApp,
  ) {}

  /** @param reader the instance that answers */
  static async of(app: TestApp, reader: TestApp): Promise<AuditLog> {
    await app.sql`CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'broken for the test'; END $$`;
    await app.sql`CREATE TRIGGER break_it BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION break_it()`;
    const log = new AuditLog(app, reader);
    await log.breakDown(false);
    for (const instance of [app, reader]) {
      // The job that seals the ledger writes entries, too.
      await instance.stopJobs();
      // The first use of the admin token is recorded, once an hour.
      await instance.admin('get', 'plans');
    }
    return log;
  }

  /** Makes every later change fail that the log must record. false ends this. */
  async breakDown(isBroken = true): Promise<void> {
    await this.app.dataSource.query(
      `ALTER TABLE audit_entries ${isBroken ? 'ENABLE' : 'DISABLE'} TRIGGER break_it`,
    );
  }

  /** Lists all entries, oldest first. */
  async list(limit = 500): Promise<Entry[]> {
    const { audit } = new Admin(this.reader);
    return (await allPages(limit, (page) => audit.list(page))).flat().reverse();
  }

  async lastId(): Promise<number> {
    return (await this.list()).at(-1)?.id ?? 0;
  }

  async entriesAfter(id: number): Promise<Entry[]> {
    return (await this.list()).filter((entry) => entry.id > id);
  }
}

/** Makes the same facts with the keys of the database: `base_price_minor` for `basePriceMinor`. */
export function spelled(facts: unknown): unknown {
  if (Array.isArray(facts)) return facts.map(spelled);
  if (typeof facts !== 'object' || facts === null) return facts;
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key.replace(/[a-z][A-Z]/g, ([a = '', b = '']) => `${a}_${b.toLowerCase()}`),
      spelled(value),
    ]),
  );
}
