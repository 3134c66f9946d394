import { databaseError, UnavailableError } from '../database-errors.js';
import { ResilientClient, type Place, type ResilientConfig } from '../resilient-client.js';
import { placeOf, serverUrls } from './database-url.js';
import { CertificateError } from './tls.js';

interface Answer {
  isStandby: boolean;
  /** Counts the promotions in the history of the server, in hexadecimal digits. */
  timeline: string | null;
}

/** Time limit per server, so that an unreachable one does not delay the search. */
const WAIT_LIMIT_MS = 1_000;
const BETWEEN_SEARCHES_MS = 200;

const ASK = `SELECT pg_is_in_recovery() AS "isStandby",
  CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`;

/** Search for the server that accepts writes, among several. All connections share one instance and its result. */
export class PrimaryServer {
  private found: Promise<Place> | null = null;

  private constructor(
    private readonly urls: readonly string[],
    private readonly readPassword: ResilientConfig['readPassword'],
  ) {}

  /** @returns null for a URL with one server, which is used as it is */
  static among(url: string, readPassword: ResilientConfig['readPassword']): PrimaryServer | null {
    const urls = serverUrls(url);
    return urls.length > 1 ? new PrimaryServer(urls, readPassword) : null;
  }

  /**
   * Finds the known primary, or asks all servers.
   *
   * @throws UnavailableError that says what each server answered
   */
  find(): Promise<Place> {
    if (this.found === null) {
      const search = (this.found = this.search());
      // For a moment: requests that come during an outage do not ask again each.
      search.catch(() => setTimeout(() => this.forget(search), BETWEEN_SEARCHES_MS).unref());
    }
    return this.found;
  }

  /** Discards the result after a connection failed or broke, so that the next one asks the servers again. */
  forget(found = this.found): void {
    if (this.found === found) this.found = null;
  }

  private async search(): Promise<Place> {
    const answers = await Promise.all(this.urls.map((url) => this.ask(url)));
    const primaries = this.urls
      .map((url, index) => ({ url, answer: answers[index] }))
      .filter(({ answer }) => typeof answer === 'object' && !answer.isStandby)
      // Of two, the later one: the other was given up, and does not know of it yet.
      .sort((a, b) => timelineOf(b.answer) - timelineOf(a.answer));
    const [primary] = primaries;
    if (primary !== undefined) return placeOf(primary.url);
    const told = this.urls.map((url, index) => {
      const { host, port } = placeOf(url);
      const answer = answers[index];
      return `${host}:${port} ${typeof answer === 'string' ? answer : 'is a standby'}`;
    });
    throw new UnavailableError(`none of the servers is a primary: ${told.join(', ')}`);
  }

  /** Asks a server. Returns the reason as text if it does not answer. */
  private async ask(url: string): Promise<Answer | string> {
    const client = new ResilientClient({
      connectionString: url,
      readPassword: this.readPassword,
      connectionTimeoutMillis: WAIT_LIMIT_MS,
      deadlineMs: WAIT_LIMIT_MS,
    });
    try {
      await client.connect();
      const { rows } = await client.query<Answer>(ASK);
      return rows[0] ?? 'does not answer';
    } catch (error) {
      if (error instanceof CertificateError) return `is refused (${error.message})`;
      return databaseError(error)?.code ?? 'does not answer';
    } finally {
      client.cut();
    }
  }
}

function timelineOf(answer: Answer | string | undefined): number {
  return typeof answer === 'object' ? parseInt(answer.timeline ?? '0', 16) : 0;
}
