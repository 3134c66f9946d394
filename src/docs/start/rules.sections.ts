import { CHANGES_POLL_SECONDS, STOCK_POLL_SECONDS } from '../../catalog/poll-seconds.js';
import { matchVariation, type Variation } from '../../catalog/variations.js';
import { LIMITS } from '../../platform/config/limits.js';
import type { Settings } from '../../platform/config/settings.js';
import { LIMIT_MAX } from '../../platform/http/page.js';
import { REFUSALS_PER_WINDOW } from '../../platform/http/rate-limits.js';
import { POLL_INTERVAL } from '../../platform/http/representation/representation.js';
import {
  OPEN_POLL_SECONDS,
  ORDER_STATUSES,
  POLL_SECONDS,
  type OrderStatus,
} from '../../orders/order-lifecycle.js';
import { html, type Html, type Part } from '../html.js';
import { grouped, type Contract } from '../contract.js';
import { call, code, codes, prose, table, type Section } from '../section.js';

type MoneySettings = Pick<Settings, 'currency' | 'deliveryPolicy'>;
type RateSettings = Pick<Settings, 'rateLimitPerMinute' | 'orderRateLimitPerMinute'>;

const DELIVERY: Record<Settings['deliveryPolicy'], string> = {
  per_product:
    'the sum of the delivery charges of its products, each product once, regardless of the quantity',
  highest: 'the largest delivery charge among its products',
};

/** What an order costs. */
export function money({ currency, deliveryPolicy }: MoneySettings): Section {
  return {
    id: 'money',
    title: 'Money',
    body: html`<p class="formula">
        subtotal = sum of wholesale price × quantity<br />
        total = subtotal + delivery
      </p>
      <ul>
        <li>Prices are those of your plan when the order is placed, and stay so for this order.</li>
        <li>Delivery of an order is ${DELIVERY[deliveryPolicy]}.</li>
        <li>
          Amounts are JSON numbers in ${currency} with at most two decimals. Count in hundredths, as
          we do:
          <code>Math.round(amount * 100)</code> first, and add up whole numbers.
        </li>
      </ul>`,
  };
}

const SHIRT: Variation[] = [
  { name: 'Size', values: ['M', 'L'] },
  { name: 'Colour', values: ['Indigo', 'Red'] },
];
const CHOICES = [
  'M / Indigo',
  'm/indigo',
  'Indigo / M',
  'Size:M|Colour:Indigo',
  'Colour: Indigo, Size: M',
  'M',
  null,
];

/** How the free text `variation` is read: the examples are answered by the code that reads orders. */
export function variations(): Section {
  return {
    id: 'variations',
    title: 'Variations',
    body: html`<p>
        An item of a product with variations says which one in ${code('variation')}: the chosen
        values with ${code(' / ')} between them, or the key as it stands in
        ${code('variation_stocks')}. Letter case and spaces make no difference. Of a shirt with
        ${SHIRT.map(({ name, values }, index) => [
          index === 0 ? '' : ' and ',
          `${name} (${values.join(', ')})`,
        ])}:
      </p>
      ${table(
        ['You send', 'We read'],
        CHOICES.map((choice) => [choice === null ? 'nothing' : code(choice), reading(choice)]),
      )}
      <p>
        A refusal names the keys that would do. A product with a single combination needs no
        ${code('variation')}, and for a product without variations it is kept and has no effect.
      </p>`,
  };
}

function reading(choice: string | null): Html {
  const match = matchVariation(SHIRT, choice);
  return 'problem' in match ? html`422 ${code(match.problem)}` : code(match.key ?? '');
}

/** How much may be sent, and how often. */
export function limits(contract: Contract, settings: RateSettings): Section {
  return {
    id: 'limits',
    title: 'Limits',
    body: html`<h3>How often</h3>
      <ul>
        ${rateLimits(settings)}
        <li>${REFUSALS_PER_WINDOW} refused credentials a minute from one address.</li>
      </ul>
      <p>
        In every authenticated response, ${code('RateLimit')} says how much of the limit is left,
        and ${code('RateLimit-Policy')} what the limit is. Above the limit the response is 429 with
        ${code('Retry-After')} in seconds.
      </p>
      <h3>What an order may hold</h3>
      ${table(
        ['Field', 'Limit'],
        (contract.operation('placeOrder').body?.fields ?? [])
          .filter(({ limit }) => limit !== '')
          .map(({ path, isRequired, limit, description }) => [
            [code(path), isRequired ? '' : html`<small>optional</small>`],
            [limit, description === '' ? '' : html`<small>${prose(description)}</small>`],
          ]),
      )}
      <p>
        The body has at most ${LIMITS.bodyBytes / 1024} kB, ${grouped(LIMITS.bodyValues)} values and
        ${LIMITS.bodyDepth} levels; ${code('Idempotency-Key')} has 1 to
        ${LIMITS.idempotencyKeyLength} printable ASCII characters. A text is trimmed, and holds no
        control characters other than line breaks in the address and the notes. An optional text
        that is blank counts as left out.
      </p>`,
  };
}

function rateLimits({ rateLimitPerMinute, orderRateLimitPerMinute }: RateSettings): Html[] {
  return [
    rateLimitPerMinute === 0
      ? html`<li>Any number of requests.</li>`
      : html`<li>
          ${grouped(rateLimitPerMinute)} requests a minute for your company, all live tokens
          together; test tokens have as many of their own. That is the stock of
          ${grouped(rateLimitPerMinute * 15)} products every 15 minutes.
        </li>`,
    orderRateLimitPerMinute === 0
      ? html`<li>Any number of orders.</li>`
      : html`<li>${grouped(orderRateLimitPerMinute)} orders a minute among them.</li>`,
  ];
}

const EXAMPLE_SKUS = 5_000;

/** Why a store that keeps to the poll intervals stays within its rate limit. */
function pollingLoad({ rateLimitPerMinute }: RateSettings): Html {
  const minutes = STOCK_POLL_SECONDS / 60;
  const perMinute = Math.floor(EXAMPLE_SKUS / minutes);
  return html`<p>
    Wait that long and spread the calls over the time instead of sending them at once:
    ${grouped(EXAMPLE_SKUS)} SKUs one by one every ${STOCK_POLL_SECONDS} seconds are ${perMinute}
    requests a
    minute${
      rateLimitPerMinute === 0
        ? '.'
        : ` of your ${grouped(rateLimitPerMinute)}. Half of that limit is enough for the stock of ${grouped(Math.floor((rateLimitPerMinute * minutes) / 2))} SKUs; the other half is for orders, changes and statuses.`
    }
  </p>`;
}

function statusesByInterval(): [seconds: number, statuses: OrderStatus[]][] {
  const intervals = [...new Set(Object.values(POLL_SECONDS))];
  return intervals.map((seconds) => [
    seconds,
    ORDER_STATUSES.filter((status) => POLL_SECONDS[status] === seconds),
  ]);
}

const PAGES_AND_CURSORS = html`<h3>Pages and cursors</h3>
  <p>There are two kinds of lists, and both go on from a cursor of the answer before.</p>
  <ul>
    <li>
      <strong>Lists end.</strong> ${code('/api/stock')} has ${code('next_cursor')}, which is null on
      the last page. ${code('/api/products?limit=')} has the address of the next page in the header
      ${code('Link')}, and the last page has none. Send the cursor as ${code('cursor')}.
    </li>
    <li>
      <strong>Feeds never end.</strong> ${code('/api/changes')} and ${code('/api/orders')} always
      have a ${code('next_cursor')}. ${code('has_more')} says whether to go on at once. If it is
      false, keep the cursor for the next time: ${code('since')} of changes, ${code('cursor')} of
      orders.
    </li>
  </ul>`;

/** How to stay up to date without webhooks. */
export function polling(finalStatuses: readonly string[], settings: RateSettings): Section {
  return {
    id: 'polling',
    title: 'Stay up to date by polling',
    body: html`<p>
        Nothing is pushed: there are no webhooks. Ask for the stock of what you sell every 15 to 30
        minutes; an order that is ${codes(finalStatuses, 'or')} will not change again.
        ${code(POLL_INTERVAL)} of an answer says after how many seconds another look is worth it:
      </p>
      ${table(
        ['Answer', 'Seconds'],
        [
          ['stock, and the list of products', STOCK_POLL_SECONDS],
          ...statusesByInterval().map(([seconds, statuses]): Part[] => [
            ['an order that is ', codes(statuses, 'or')],
            seconds,
          ]),
          ['the list of orders', OPEN_POLL_SECONDS],
          ['changes of the products', CHANGES_POLL_SECONDS],
          ['a page of any list, or changes, with more to tell', 0],
        ],
      )}
      ${pollingLoad(settings)}
      <p>
        The stock of many products at once takes one request: ${code('/api/stock?skus=')} with up to
        ${LIMIT_MAX} SKUs and commas between them, or ${code('/api/stock')} for all products page by
        page, each from the ${code('next_cursor')} of the one before.
      </p>
      ${PAGES_AND_CURSORS}
      <p>What changed of the products since the last time?</p>
      ${call('/api/changes?limit=1000')}
      <p>
        Delete the products in ${code('removed')} from your copy, then insert or replace those in
        ${code('data')}, by SKU. Keep ${code('next_cursor')} and send it as ${code('since')} the
        next time; while ${code('has_more')} is true, send it immediately. If ${code('reset')} is
        true, drop your copy first: the full list is returned, for example after a plan change. No
        change is missed; a product may be returned more than once.
      </p>
      <p>
        If you only add and update products, ${code('/api/products?updated_since=')} with a
        timestamp is enough: it lists the products that changed at that time or later, and perhaps
        some that changed a few minutes earlier. Send the ${code('Date')} header of the previous
        response, in ISO 8601 such as ${code('2026-01-16T09:30:00Z')}. Products that are no longer
        sold are not in it, but in ${code('removed')} of ${code('/api/changes')}.
      </p>
      <p>And your orders, the latest change last?</p>
      ${call('/api/orders?status=awaiting_payment,pending,partially_shipped,shipped')}
      <p>
        Send ${code('next_cursor')} as ${code('cursor')} the next time to continue from there. Leave
        ${code('status')} out to see as well when an order leaves these statuses. One such call
        returns all orders that changed, however many are open.
      </p>
      <p>For a single product keep the ${code('ETag')} of each answer and send it back:</p>
      ${call('/api/products/TW-GLS-06/stock', '-i', `-H 'If-None-Match: "the tag of the last answer"'`)}
      <p>
        While nothing has changed the answer is a 304 without a body. It counts as one request, and
        what it confirms is true at that moment.
      </p>`,
  };
}
