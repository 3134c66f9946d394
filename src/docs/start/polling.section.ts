import { CHANGES_POLL_SECONDS, STOCK_POLL_SECONDS } from '../../catalog/listing/poll-seconds.js';
import {
  OPEN_POLL_SECONDS,
  ORDER_STATUSES,
  STATUS_ROWS,
  type OrderStatus,
} from '../../orders/order-lifecycle.js';
import { TEST_POLL_SECONDS } from '../../orders/test-mode/test-scenarios.js';
import type { Settings } from '../../platform/config/settings.js';
import { LIMIT_MAX } from '../../platform/http/paging/page.js';
import { POLL_INTERVAL } from '../../platform/http/representation/representation.js';
import { grouped } from '../contract.js';
import { html, type Html, type Part } from '../html.js';
import { call, code, codes, table, type Section } from '../section.js';

type RateSettings = Pick<Settings, 'rateLimitPerMinute'>;

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
  const intervals = [...new Set(ORDER_STATUSES.map((status) => STATUS_ROWS[status].pollSeconds))];
  return intervals.map((seconds) => [
    seconds,
    ORDER_STATUSES.filter((status) => STATUS_ROWS[status].pollSeconds === seconds),
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

/** How a copy of the products stays current. */
function changesOfProducts(): Html {
  return html`<p>What changed of the products since the last time?</p>
    ${call('/api/changes?include=variations,delivery&limit=1000')}
    <p>
      Delete the products in ${code('removed')} from your copy, then insert or replace those in
      ${code('data')}, by SKU. Keep ${code('next_cursor')} and send it as ${code('since')} the next
      time; while ${code('has_more')} is true, send it immediately. If ${code('reset')} is true,
      drop your copy first: the full list is returned, for example after a plan change. No change is
      missed; a product may be returned more than once. Without ${code('limit')} a page has up to
      500 products.
    </p>
    <p>
      ${code('include')} adds what an order needs of a product: the keys of its variations and its
      delivery charge. Send the same ${code('include')} each time. A cursor does not remember it,
      and products that do not change are not sent again: to change ${code('include')}, start again
      without ${code('since')}.
    </p>
    <p>
      Most changes are sales. With ${code('changed')} in ${code('include')}, each product has a
      ${code('changed')}: ${code('stock')} where nothing else changed since your cursor, so that you
      can leave its page and images as they are, and ${code('content')} otherwise. A cursor of calls
      without it will do.
    </p>
    <p>
      If you only add and update products, ${code('/api/products?updated_since=')} with a timestamp
      is enough: it lists the products that changed at that time or later, and perhaps some that
      changed a few minutes earlier. Send the ${code('Date')} header of the previous response,
      rewritten as ISO 8601: ${code('Fri, 16 Jan 2026 09:30:00 GMT')} is sent as
      ${code('2026-01-16T09:30:00Z')}. Products that are no longer sold are not in it, but in
      ${code('removed')} of ${code('/api/changes')}.
    </p>`;
}

/** How orders are followed. */
function changesOfOrders(): Html {
  return html`<p>And your orders, the latest change last?</p>
    ${call('/api/orders')}
    <p>
      Send ${code('next_cursor')} as ${code('cursor')} the next time to continue from there: you get
      the orders that changed since, however many are open, up to 200 in a page. With
      ${code('status')} only orders in these statuses are returned, so you would not see how an
      order ends.
    </p>
    <p>
      Match the orders by ${code('store_order_id')}. If your program ended between sending an order
      and storing the answer, the feed names an order whose number you do not have yet.
    </p>`;
}

/** How to stay up to date without webhooks. */
export function polling(finalStatuses: readonly string[], settings: RateSettings): Section {
  return {
    id: 'polling',
    title: 'Stay up to date by polling',
    body: html`<p>
        Nothing is pushed: there are no webhooks. Two calls keep a store up to date:
        ${code('/api/changes')} has every change of the products, their stock included, and
        ${code('/api/orders')} every change of your orders. A store that follows the changes need
        not ask for the stock besides; one that does not asks for the stock of what it sells every
        15 to 30 minutes.
      </p>
      <p>
        An order that is ${codes(finalStatuses, 'or')} will not change again: stop asking for it. A
        ${code('delivered')} one changes only if it comes back, a ${code('returned')} one only in
        its ${code('payment_status')}, and an ${code('expired')} one only if you pay it after all:
        ask for these once a day, or follow the list of orders.
      </p>
      <p>
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
          [
            ['the list of orders', html`<small>of a test token: ${TEST_POLL_SECONDS}</small>`],
            OPEN_POLL_SECONDS,
          ],
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
      ${PAGES_AND_CURSORS} ${changesOfProducts()} ${changesOfOrders()}
      <p>For a single product keep the ${code('ETag')} of each answer and send it back:</p>
      ${call('/api/products/TW-GLS-06/stock', '-i', `-H 'If-None-Match: "the tag of the last answer"'`)}
      <p>
        While nothing has changed the answer is a 304 without a body. It counts as one request, and
        what it confirms is true at that moment.
      </p>`,
  };
}
