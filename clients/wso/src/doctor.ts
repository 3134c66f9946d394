import { StoreApiError, type MeDto, type StoreClient } from '../../typescript/src/index.js';
import type { Database } from './database/database.js';
import { timeOf } from './database/rows.js';
import { faultOfTables } from './database/tables.js';
import type { Position } from './listen.js';
import { accountOf, readState } from './mirror/sync-state.js';
import { readJson } from './position-file.js';

/** Result of one check. */
export interface Finding {
  isWrong: boolean;
  /** A sentence that says what is, or what is wrong and what to do. */
  text: string;
}

/** Difference of clocks from which on timestamps of the service and of this machine cannot be compared. */
const CLOCK_LIMIT_SECONDS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A subscription or a token that ends within this time is worth a warning. */
const SOON_MS = 7 * DAY_MS;

/** Products and orders whose refusals are printed. */
const SHOWN = 10;

const ADVICE: Partial<Record<StoreApiError['code'], string>> = {
  token_missing: 'The token is empty: set STORE_TOKEN.',
  token_invalid:
    'The token is unknown, expired or revoked: copy it again from “API access” of the dashboard, or create another one.',
  domain_missing: 'The domain is missing: set STORE_DOMAIN.',
  domain_mismatch:
    'The token is registered to another domain than STORE_DOMAIN: “API access” of the dashboard shows which one.',
  subscription_inactive: 'The subscription has ended: renew it in the dashboard.',
  rate_limited:
    'The limit of requests is used up: poll less often, as the answers’ X-Poll-Interval says.',
  route_not_found: 'The base URL leads to nothing: it must not end with /api.',
};

/** Findings about the credentials, and the account to which they belong; null where the service refuses them. */
export interface Diagnosis {
  findings: Finding[];
  account: string | null;
}

/** Checks the base URL, the token, the domain, the subscription and the clock. */
export async function diagnose(store: StoreClient, url: string): Promise<Diagnosis> {
  const startedAt = Date.now();
  try {
    const me = await store.getMe();
    return { findings: findingsOf(me, (startedAt + Date.now()) / 2), account: accountOf(me) };
  } catch (error) {
    if (!(error instanceof StoreApiError)) throw error;
    return { findings: [wrong(adviceOn(error, url))], account: null };
  }
}

function adviceOn({ code, message, requestId }: StoreApiError, url: string): string {
  if (code === 'unreachable') {
    return `Nothing answers at ${url} (${message}): check STORE_URL and the network.`;
  }
  if (code === 'unexpected_answer') {
    return `${url} answers, but not as the Store API (${message}): check STORE_URL, and proxies before it.`;
  }
  return ADVICE[code] ?? `The service answers ${message} Request ${requestId ?? 'unknown'}.`;
}

function findingsOf({ data }: MeDto, now: number): Finding[] {
  const { client, domain, mode, plan, token, limits } = data;
  const requests = limits.requests_per_minute;
  return [
    fine(`The token (…${token.last4}) belongs to ${client.name}, in ${mode} mode.`),
    fine(`The domain is ${domain}.`),
    ...endings(token.expires_at, 'The token', 'create another one in the dashboard', now),
    subscriptionOf(data, plan.name, now),
    clockOf(data.server_time, now),
    fine(`The limit is ${requests ?? 'any number of'} requests a minute.`),
  ];
}

function subscriptionOf({ subscription }: MeDto['data'], plan: string, now: number): Finding {
  const { status, ends_at: endsAt, grace_ends_at: graceEndsAt } = subscription;
  if (status === 'past_due') {
    return wrong(
      `The subscription to ${plan} is past due, and requests are refused from ${graceEndsAt ?? 'soon'} on: pay it in the dashboard.`,
    );
  }
  const [ending] = endings(endsAt, `The subscription to ${plan}`, 'renew it in the dashboard', now);
  return ending ?? fine(`The subscription to ${plan} is ${status}.`);
}

function endings(at: string | null, subject: string, advice: string, now: number): Finding[] {
  if (at === null || Date.parse(at) - now > SOON_MS) return [];
  return [wrong(`${subject} ends at ${at}: ${advice}.`)];
}

function clockOf(serverTime: string, now: number): Finding {
  const seconds = Math.round((now - Date.parse(serverTime)) / 1000);
  if (Math.abs(seconds) < CLOCK_LIMIT_SECONDS) return fine('The clock of this machine is right.');
  const direction = seconds > 0 ? 'fast' : 'slow';
  return wrong(
    `The clock of this machine is ${Math.abs(seconds)} seconds ${direction}: set it, for example with NTP. TLS and times of orders depend on it.`,
  );
}

/** Checks a merchant's database and its tables of a mirror, and that each feed was read within some seconds. */
export async function diagnoseMirror(
  account: Diagnosis['account'],
  database: Database,
  maxAgeSeconds: number,
): Promise<Finding[]> {
  const fault = await faultOfTables(database);
  if (fault !== null) return [wrong(`The database answers, but ${fault}.`)];
  const state = await readState(database, 'products');
  if (state === null) return [wrong('Nothing was mirrored yet: run wso mirror.')];
  if (account !== null && state.account !== account) {
    return [
      wrong(`The tables hold the data of ${state.account}, the token belongs to ${account}.`),
    ];
  }
  const [row] = await database.query(
    `SELECT (SELECT count(*) FROM wso_product) AS products,
            (SELECT count(*) FROM wso_outbox WHERE status IS NULL AND error IS NULL) AS waiting,
            (SELECT count(*) FROM wso_outbox WHERE error IS NOT NULL) AS refused,
            (SELECT count(*) FROM wso_return WHERE error IS NOT NULL) AS returns`,
  );
  const reads = await database.query(
    `SELECT name, changed_at, CURRENT_TIMESTAMP(3) AS now FROM wso_sync ORDER BY name`,
  );
  const { products, waiting, refused, returns } = row ?? {};
  const list = state.progress === null ? '' : ', and the full list is still being read';
  return [
    fine(`The tables have ${counted(products, 'product')}${list}.`),
    ...reads.map(({ name, changed_at: at, now }) =>
      readAt(
        `wso mirror last read the ${name}`,
        timeOf(at ?? ''),
        timeOf(now ?? ''),
        maxAgeSeconds,
      ),
    ),
    refused === '0'
      ? fine(`The outbox has ${counted(waiting, 'order')} to send and none with an error.`)
      : wrong(`The outbox has ${counted(refused, 'order')} with an error: see the column error.`),
    ...(returns === '0'
      ? []
      : [wrong(`wso_return has ${counted(returns, 'row')} with an error: see the column error.`)]),
    ...(await blockedIn(database)),
  ];
}

/** Checks that `wso listen` forwarded all of each feed within some seconds. */
export async function diagnoseListener(
  positionFile: string,
  maxAgeSeconds: number,
): Promise<Finding[]> {
  const position = await readJson<Position>(positionFile);
  if (position === null) return [wrong(`There is no file ${positionFile}: start wso listen.`)];
  return (['orders', 'products'] as const).map((feed) => {
    const at = position.readAt?.[feed];
    if (at === undefined) return wrong(`wso listen has not read the ${feed} yet: see its output.`);
    const what = `wso listen last read and forwarded the ${feed}`;
    return readAt(what, Date.parse(at), Date.now(), maxAgeSeconds);
  });
}

function readAt(what: string, at: number, now: number, maxAgeSeconds: number): Finding {
  const text = `${what} at ${new Date(at).toISOString()}`;
  if (now - at <= maxAgeSeconds * 1000) return fine(`${text}.`);
  return wrong(`${text}, more than ${maxAgeSeconds} seconds ago: see its output.`);
}

/** @param count as the database writes it */
function counted(count: unknown, noun: string): string {
  return `${String(count)} ${noun}${count === '1' ? '' : 's'}`;
}

/** Names products and orders that a rule of the database keeps from being changed. */
async function blockedIn(database: Database): Promise<Finding[]> {
  const states = [await readState(database, 'products'), await readState(database, 'orders')];
  const blocked = states.flatMap((state) => Object.entries(state?.blocked ?? {}));
  const more = blocked.length - SHOWN;
  return [
    ...blocked
      .slice(0, SHOWN)
      .map(([key, { reason }]) =>
        wrong(`${key} keeps what it was, as your database refuses the change: ${reason}`),
      ),
    ...(more > 0 ? [wrong(`So it is with ${more} more: see the column blocked of wso_sync.`)] : []),
  ];
}

function fine(text: string): Finding {
  return { isWrong: false, text };
}

function wrong(text: string): Finding {
  return { isWrong: true, text };
}
