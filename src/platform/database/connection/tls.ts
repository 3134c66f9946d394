import * as z from 'zod';
import { UnavailableError } from '../database-errors.js';

/** Modes of libpq with which the service verifies the server, as with verify-full. In libpq all others verify less. */
const VERIFYING = ['allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const MODES = ['disable', ...VERIFYING, 'no-verify'];
const ANY = z.string();

/** Parameters of a database URL that pg has, and others of libpq that make no difference to the service. */
export const DATABASE_PARAMETERS: Readonly<Record<string, z.ZodType<string>>> = {
  sslmode: z.enum(MODES),
  sslrootcert: ANY,
  sslcert: ANY,
  sslkey: ANY,
  sslnegotiation: z.enum(['postgres', 'direct']),
  ssl: z.enum(['true', '1', '0']),
  uselibpqcompat: z.enum(['true', 'false']),
  host: ANY,
  port: ANY,
  user: ANY,
  password: ANY,
  options: ANY,
  application_name: ANY,
  fallback_application_name: ANY,
  client_encoding: z.string().regex(/^(utf-?8|auto)$/i, 'UTF8'),
  target_session_attrs: ANY,
  connect_timeout: ANY,
  channel_binding: ANY,
  gssencmode: ANY,
  keepalives: ANY,
  keepalives_idle: ANY,
  keepalives_interval: ANY,
  keepalives_count: ANY,
  load_balance_hosts: ANY,
  sslsni: ANY,
  tcp_user_timeout: ANY,
};

/** Codes of Node.js about a server's certificate. */
const CERTIFICATE = /CERT|LEAF_SIGNATURE|HOSTNAME_MISMATCH|INVALID_CA/;
const OTHER_HOST = /ALTNAME|HOSTNAME/;
const OTHER_TIME = /EXPIRED|NOT_YET_VALID/;

/** Error: the server's certificate was not accepted. */
export class CertificateError extends UnavailableError {
  constructor(
    message: string,
    readonly code: string,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Adds to an error about the server's certificate why it was verified, and what to do. Other errors stay. */
export function explained(error: unknown, url: string | undefined): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !CERTIFICATE.test(code)) return error;
  const mode = modeOf(parametersOf(url ?? ''));
  const cause = mode === null ? 'TLS' : `sslmode=${mode}`;
  const verifies = `${cause} verifies certificate and host name here, as verify-full does`;
  const remedy = OTHER_HOST.test(code)
    ? 'connect by a name that the certificate has'
    : OTHER_TIME.test(code)
      ? 'renew the certificate, or correct the clock'
      : 'name the file of its authority by sslrootcert=/path/to/root.crt in the URL';
  return new CertificateError(`${message}; ${verifies}: ${remedy}`, code, { cause: error });
}

/**
 * Writes a database URL in pg's words.
 * - libpq's modes are all verify-full here; pg would warn of them, and its next version would verify less
 * - `sslrootcert=system` stands for the authorities of Node.js; pg would look for a file of this name
 */
export function inWordsOfPg(url: string): string {
  const parameters = parametersOf(url);
  const isSystem = parameters.get('sslrootcert') === 'system';
  const isCompatible = parameters.get('uselibpqcompat') === 'true';
  if (isSystem) parameters.delete('sslrootcert');
  else if (isCompatible || !VERIFYING.includes(modeOf(parameters) ?? '')) return url;
  parameters.set('sslmode', 'verify-full');
  const [start = ''] = url.split('?');
  return `${start}?${parameters.toString()}`;
}

/** Finds the mode of a URL. Of several, pg takes the last. */
function modeOf(parameters: URLSearchParams): string | null {
  return parameters.getAll('sslmode').at(-1) ?? null;
}

function parametersOf(url: string): URLSearchParams {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
  return new URLSearchParams(query);
}
