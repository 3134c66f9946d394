import type { Settings } from '../platform/config/settings.js';
import type { PublicUrl } from '../platform/http/public-url.js';
import { STOCK_POLL_SECONDS } from '../catalog/listing/poll-seconds.js';
import type { KitFile, KitPart } from './kit-files.js';

type Facts = Readonly<Record<string, string>>;

const DELIVERY: Record<Settings['deliveryPolicy'], string> = {
  per_product:
    'the sum of the delivery charges of its products, each product once, regardless of the quantity',
  highest: 'the largest delivery charge among its products',
};

/** Returns the values of the placeholders of the pages that depend on this installation. They need no escape in HTML and JSON. */
export function installationFacts(
  settings: Settings,
  publicUrl: PublicUrl,
  kit: Record<KitPart, KitFile>,
): Facts {
  const { currency, deliveryPolicy, unpaidOrderTtlHours, orderRateLimitPerMinute } = settings;
  return {
    // Scripts of the pages replace it by the address that the browser shows.
    base_url: settings.publicUrl ?? 'https://orders.example',
    origin: publicUrl.origin,
    currency,
    delivery: DELIVERY[deliveryPolicy],
    delivery_policy: deliveryPolicy,
    expiry: unpaidOrderTtlHours > 0 ? `unpaid for ${unpaidOrderTtlHours} h` : 'not paid in time',
    order_limit:
      orderRateLimitPerMinute === 0
        ? 'Any number of orders.'
        : `${grouped(orderRateLimitPerMinute)} orders a minute among them.`,
    ...requestLimit(settings),
    ...downloadFacts(kit),
  };
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

function downloadFacts(kit: Record<KitPart, KitFile>): Facts {
  return Object.fromEntries(
    Object.entries(kit).flatMap(([part, { name, version, content, sha256 }]) => [
      [`${part}_file`, name],
      [`${part}_version`, version],
      [`${part}_size`, `${Math.ceil(content.length / 1024)} kB`],
      [`${part}_sha256`, sha256],
    ]),
  );
}

function grouped(number: number): string {
  return new Intl.NumberFormat('en').format(number);
}

/**
 * Returns a text with its placeholders, such as `{{currency}}`, replaced.
 *
 * @throws Error when a placeholder has no value
 */
export function filled(text: string, facts: Facts): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = facts[name];
    if (value === undefined) throw new Error(`${placeholder} of the documentation has no value.`);
    return value;
  });
}
