import * as z from 'zod';
import { isDatabaseUrl, isDecodable } from '../database/connection/database-url.js';
import { DATABASE_PARAMETERS } from '../database/connection/tls.js';
import { expectedOf } from './variables.js';

const BOOLEAN = z.enum(['true', 'false']);
const HOST = z.string().regex(/^[\w.-]+$/, 'a host name');

export const DATABASE_URL = urlOf(
  isDatabaseUrl,
  'a postgres:// URL, with several servers separated by commas, such as postgres://user@a,b:5433/orders, and with / # @ % in a password as %2F %23 %40 %25; target_session_attrs may be read-write',
  DATABASE_PARAMETERS,
);

/** Its parameters are the options of the mail client that are the operator's. Any other may stop all mails. */
export const SMTP_URL = urlOf(
  (value) => /^smtps?:\/\/\S+$/.test(value) && URL.canParse(value) && isDecodable(value),
  'an smtp:// or smtps:// URL',
  {
    requireTLS: BOOLEAN,
    ignoreTLS: BOOLEAN,
    'tls.rejectUnauthorized': BOOLEAN,
    'tls.servername': HOST,
    'tls.minVersion': z.enum(['TLSv1.2', 'TLSv1.3']),
    name: HOST,
  },
);

export const REDIS_URL = urlOf(
  (value) => /^rediss?:\/\/\S+$/.test(value),
  'a redis:// or rediss:// URL',
  { db: z.string().regex(/^\d{1,4}$/, 'a number'), family: z.enum(['0', '4', '6']) },
);

/** The address of a collector. Its path is continued, so it has no parameters. */
export const COLLECTOR_URL = urlOf(
  (value) => /^https?:\/\/\S+$/.test(value) && URL.canParse(value),
  'the http:// or https:// URL of a collector, such as http://collector.example:4318',
  {},
);

/** An address without a path, as browsers send it in the header `Origin`. */
export const ORIGIN = z
  .string()
  .refine(isOrigin, 'an http:// or https:// address without a path, such as https://orders.example')
  .transform((value) => new URL(value).origin);

function isOrigin(value: string): boolean {
  const { origin } = URL.canParse(value) ? new URL(value) : { origin: '' };
  return /^https?:/.test(origin) && [origin, `${origin}/`].includes(value.toLowerCase());
}

/**
 * A URL with no other parameters than allowed. The client of the URL would ignore them, or take them for options of its own. Its
 * messages quote names of parameters, but no values.
 */
function urlOf(
  isValid: (value: string) => boolean,
  form: string,
  allowed: Readonly<Record<string, z.ZodType<string>>>,
): z.ZodString {
  const known = Object.keys(allowed).join(', ');
  const others = known === '' ? 'a URL without parameters' : `no other parameters than ${known}`;
  return z.string().superRefine((url, context) => {
    if (!isValid(url)) return context.addIssue(form);
    const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
    for (const [parameter, value] of new URLSearchParams(query)) {
      // With an @, the query is the rest of a password in which ? is not encoded.
      const isName = /^[\w.-]+$/.test(parameter) && !/\?.*@/.test(url);
      const path = isName ? [`parameter ${parameter}`] : [];
      const type = Object.hasOwn(allowed, parameter) ? allowed[parameter] : undefined;
      const issue = type?.safeParse(value).error?.issues[0];
      if (type === undefined) context.addIssue({ code: 'custom', path, message: others });
      else if (issue) context.addIssue({ code: 'custom', path, message: expectedOf(issue) });
    }
  });
}
