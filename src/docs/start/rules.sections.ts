import { matchVariation, type Variation } from '../../catalog/variations.js';
import { LIMITS } from '../../platform/config/limits.js';
import type { Settings } from '../../platform/config/settings.js';
import { REFUSALS_PER_WINDOW } from '../../platform/http/limits/rate-limits.js';
import { html, type Html } from '../html.js';
import { grouped, type Contract } from '../contract.js';
import { code, prose, table, type Section } from '../section.js';

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
        <li>
          Delivery of an order is ${DELIVERY[deliveryPolicy]}
          (${code(`delivery_policy: ${deliveryPolicy}`)}), and, to some pincodes, a
          ${code('delivery_surcharge')} once per order. The charges in the catalog are therefore the
          least that an order costs: before you name an amount to your customer, ask for a
          <a href="./reference#quoteOrder">quote</a> with the items and the pincode.
        </li>
        <li>
          The service computes no tax. No GST is added to a price, a delivery charge or a total: the
          ${code('total')} is what you pay. ${code('gst_rate')} of ${code('include=details')} is the
          product's rate in percent, for your own invoices, and enters no amount.
        </li>
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
