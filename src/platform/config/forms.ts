import { isIP } from 'node:net';
import * as z from 'zod';
import { LIMITS } from './limits.js';
import { toSubnet, type Subnet } from './subnet.js';

export const PRINTABLE = 'at least 32 printable ASCII characters without spaces';
const CIDR = 'IP addresses or CIDR ranges separated by commas';
export const MAILBOX =
  'an e-mail address such as orders@shop.example or Shop <orders@shop.example>';

export const FLAG = z.enum(['true', 'false']).transform((value) => value === 'true');
export const BEARER_TOKEN = z.string().regex(/^[\x21-\x7e]{32,}$/, PRINTABLE);

export const SUBNET = z.string().transform((part, context): Subnet => {
  const subnet = toSubnet(part);
  if (subnet === null) context.addIssue(CIDR);
  else if (subnet.prefix === 0)
    context.addIssue(`${CIDR}: with /0 every caller could choose its address`);
  return subnet ?? z.NEVER;
});

export const HOST_NAME = z
  .string()
  .toLowerCase()
  .regex(/^[a-z\d_-]+(\.[a-z\d_-]+)*$/, 'host names without a port, separated by commas');

/** Lines separated by `\\n` as two characters, because variables are usually set on a single line. */
export const BANK_DETAILS = z
  .string()
  .refine(
    (value) => value.length <= LIMITS.bankDetailsLength && !/[^\P{Cc}\n]/u.test(value),
    `at most ${LIMITS.bankDetailsLength} characters, with \\n between lines`,
  )
  .transform((value) =>
    value
      .split(/\n|\\n/)
      .map((line) => line.trim())
      .join('\n'),
  );

export const MAIL_SENDER = z
  .string()
  .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, MAILBOX);

export const IP_ADDRESS = z
  .string()
  .refine((value) => isIP(value) !== 0, 'an IP address, such as 127.0.0.1');

/** Amounts are stored in hundredths, so a currency with other minor units would be misread. */
export const CURRENCY = z
  .string()
  .refine(hasTwoDecimals, 'the ISO 4217 code of a currency with two decimals, such as INR');

export function whole(min: number, max: number): z.ZodType<number, string> {
  const expected = `a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .pipe(z.number().min(min, expected).max(max, expected));
}

/** Texts separated by commas. */
export function list<T>(part: z.ZodType<T, string>): z.ZodType<T[], string> {
  return z
    .string()
    .transform((value) => value.split(',').map((text) => text.trim()))
    .pipe(z.array(part));
}

function hasTwoDecimals(currency: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(currency)) return false;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits === 2;
}
