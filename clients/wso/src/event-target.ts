import { readFile } from 'node:fs/promises';
import { SECRET_LENGTH, signatureOf } from '../../typescript/src/event-signature.js';
import { UsageError } from './errors.js';

const TIMEOUT_MS = 30_000;
/** During a rotation, the old secret and the new one. */
const MOST_SECRETS = 2;
/** Headers that depend on the body or the connection. fetch fails with most of them, at each event. */
const OWN_HEADERS = [
  ...['content-type', 'content-length', 'wso-signature'],
  ...['connection', 'expect', 'keep-alive', 'transfer-encoding', 'upgrade'],
];

/** Address that receives events, as the options of the command give it. */
export interface TargetOptions {
  forwardTo: string;
  header: readonly string[];
  secret?: readonly string[];
  secretFile?: string;
}

/** Address that receives events. */
export interface EventTarget {
  url: string;
  headers: Headers;
  /** Each signs every event. */
  secrets: readonly string[];
}

/**
 * Reads the options of an address.
 *
 * @throws UsageError for secrets and headers that cannot be used; its message contains none of their values
 */
export async function targetOf({
  forwardTo: url,
  header,
  secret,
  secretFile,
}: TargetOptions): Promise<EventTarget> {
  const texts = secretFile === undefined ? secret : [await readFile(secretFile, 'utf8')];
  return { url, headers: headersOf(header), secrets: texts === undefined ? [] : secretsOf(texts) };
}

/** Sends the body of an event, with the headers and signatures of its target. @throws Error unless the answer is a 2xx */
export async function send(
  { url, headers, secrets }: EventTarget,
  type: string,
  body: string,
): Promise<void> {
  const sent = new Headers(headers);
  sent.set('Content-Type', 'application/json');
  if (secrets.length > 0) {
    const at = String(Math.floor(Date.now() / 1000));
    const signatures = secrets.map((secret) => `v1=${signatureOf(at, body, secret)}`);
    sent.set('Wso-Signature', [`t=${at}`, ...signatures].join(','));
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: sent,
    body,
    // After a 301, fetch would send a GET without the event, and take its answer for that of the event.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`${url} did not accept ${type}: ${reasonOf(error)}`);
  });
  await response.body?.cancel();
  if (response.ok) return;
  const elsewhere = response.headers.get('location');
  const redirected = elsewhere === null ? '' : ` and redirects to ${elsewhere}`;
  throw new Error(`${url} answered ${type} with ${response.status}${redirected}, expected 2xx`);
}

function secretsOf(texts: readonly string[]): string[] {
  const secrets = texts.flatMap((text) => text.trim().split(/\s+/));
  if (secrets.length > MOST_SECRETS || secrets.some(({ length }) => length < SECRET_LENGTH)) {
    throw new UsageError(
      `expected one or two secrets of at least ${SECRET_LENGTH} characters each, with a blank or a line break between them`,
    );
  }
  return secrets;
}

function headersOf(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const name = line.slice(0, Math.max(0, line.indexOf(':')));
    if (OWN_HEADERS.includes(name.toLowerCase())) {
      throw new UsageError(`wso sets the header ${name} itself: leave out this --header`);
    }
    try {
      // Headers would remove a line break at the end.
      if (/[\r\n]/.test(line)) throw new TypeError('line break');
      headers.append(name, line.slice(name.length + 1));
    } catch {
      throw new UsageError(`--header expects 'Name: value' in one line, such as 'X-Shop: 7'`);
    }
  }
  return headers;
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { code?: string } };
  return cause?.code ?? message;
}
