import { createHash } from 'node:crypto';
import type { Settings } from '../../platform/config/settings.js';
import { STOCK_POLL_SECONDS } from '../../catalog/listing/poll-seconds.js';
import { contentAt, type KitFile, type KitPart } from './kit-files.js';

/** Values by the name of their placeholder. Functions compute theirs when a page shows it. */
type Facts = Readonly<Record<string, string | (() => string)>>;

const DELIVERY: Record<Settings['deliveryPolicy'], string> = {
  per_product:
    'the sum of the delivery charges of its products, each product once, regardless of the quantity',
  highest: 'the largest delivery charge among its products',
};

/**
 * Collects the values of the placeholders that depend on this installation. They need no escape in HTML and JSON.
 *
 * @param address the address of the service in the downloads
 */
export function installationFacts(
  settings: Settings,
  kit: Record<KitPart, KitFile>,
  address: string,
): Facts {
  const { currency, deliveryPolicy, unpaidOrderTtlHours, orderRateLimitPerMinute } = settings;
  return {
    currency,
    delivery: DELIVERY[deliveryPolicy],
    delivery_policy: deliveryPolicy,
    expiry: unpaidOrderTtlHours > 0 ? `unpaid for ${unpaidOrderTtlHours} h` : 'not paid in time',
    order_limit:
      orderRateLimitPerMinute === 0
        ? 'Any number of orders.'
        : `${grouped(orderRateLimitPerMinute)} orders a minute among them.`,
    ...requestLimit(settings),
    waiting_limit: waitingLimit(settings),
    ...downloadFacts(kit, address),
  };
}

function waitingLimit({ maxWaitingCallsPerClient: max }: Settings): string {
  return max === 0
    ? 'Any number of your calls may wait.'
    : `At most ${grouped(max)} of your calls wait at once: the next one is answered immediately, and its \`X-Poll-Interval\` is then 5.`;
}

function requestLimit({ rateLimitPerMinute }: Settings): Facts {
  if (rateLimitPerMinute === 0) {
    return { request_limit: 'Any number of requests.', polling_share: '.' };
  }
  const stockPolls = (rateLimitPerMinute * STOCK_POLL_SECONDS) / 60;
  return {
    request_limit: `${grouped(rateLimitPerMinute)} requests a minute for your company, all live tokens together; test tokens have the same limit of their own. That is the stock of ${grouped(stockPolls)} products every ${STOCK_POLL_SECONDS / 60} minutes.`,
    polling_share: ` of your ${grouped(rateLimitPerMinute)}. Half of that limit is enough for the stock of ${grouped(Math.floor(stockPolls / 2))} SKUs; the other half is for orders, changes and statuses.`,
  };
}

function downloadFacts(kit: Record<KitPart, KitFile>, address: string): Facts {
  return Object.fromEntries(
    Object.entries(kit).flatMap(([part, file]): [string, string | (() => string)][] => [
      [`${part}_file`, file.name],
      [`${part}_version`, file.version],
      [`${part}_size`, () => `${Math.ceil(contentAt(address, file).length / 1024)} kB`],
      [`${part}_sha256`, () => sha256(contentAt(address, file))],
    ]),
  );
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function grouped(number: number): string {
  return new Intl.NumberFormat('en').format(number);
}

/**
 * Replaces the placeholders of a text, such as `{{currency}}`.
 *
 * @throws Error when a placeholder has no value
 */
export function filled(text: string, facts: Facts): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = facts[name];
    if (value === undefined) throw new Error(`${placeholder} of the documentation has no value.`);
    return typeof value === 'function' ? value() : value;
  });
}
