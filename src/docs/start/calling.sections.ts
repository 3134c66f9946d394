import { html } from '../html.js';
import type { Contract } from '../contract.js';
import { call, code, copyable, json, type Section } from '../section.js';

/** The page's script puts the address here that the page came from. */
const BASE_LINE = [html`BASE=<span data-base-address>https://orders.example</span>`, '\n'];

/** From nothing to the first answer. */
export function firstCall(contract: Contract): Section {
  const [example] = contract.operation('listProducts').success.examples;
  const list = example?.value as { data: unknown[] };
  return {
    id: 'first-call',
    title: 'Your first call',
    body: html`<p>
        Take the API token and its domain from the
        <a href="../dashboard/api-access">dashboard, section API access</a>. ${code('BASE')} is the
        base URL of this service, which stands there too: without ${code('/api')}, with which every
        path begins. Put all three here once:
      </p>
      ${copyable([BASE_LINE, 'TOKEN=wso_your_token\nDOMAIN=your-store.example\nORDER=START-$(date +%s)'])}
      <p>What is there, at which wholesale price?</p>
      ${call('/api/products')}
      <details>
        <summary>The answer, with its first product</summary>
        ${json({ ...list, total: 1, data: list.data.slice(0, 1) })}
      </details>
      <p>
        How much of one product? Take a SKU of the list and ask
        <code>/api/products/{sku}/stock</code> the same way.
      </p>`,
  };
}

/** Who may call. */
export function credentials(): Section {
  return {
    id: 'credentials',
    title: 'Credentials: two headers',
    body: html`<p>Every request carries both.</p>
      <dl>
        <dt><code>Authorization: Bearer &lt;API_TOKEN&gt;</code></dt>
        <dd>
          The token is secret. Call from your server only, never from a browser or an app. Several
          tokens can live side by side, so that a new one can be rolled out before the old one is
          revoked.
        </dd>
        <dt><code>X-Client-Domain: your-store.example</code></dt>
        <dd>
          The domain that the token is registered to. Letter case, a leading
          <code>https://</code> or <code>http://</code> and then a leading <code>www.</code> make no
          difference; a port, a path or a slash at the end does.
        </dd>
      </dl>
      <p>
        Checked in this order: the token (401), the domain (403), your subscription (403), your rate
        limit (429), and then the request itself. Refused? In the dashboard,
        <a href="../dashboard/api-access">API access</a> has “Test my connection”, which says what
        is wrong with the two headers, and the
        <a href="../dashboard/api-access/requests">refused requests</a> of the last 30 days.
      </p>`,
  };
}

/** Returns an order, from the request to its number. */
export function placingAnOrder(contract: Contract): Section {
  const { body: sent, success } = contract.operation('placeOrder');
  const example = { ...(sent?.examples[0]?.value as object), store_order_id: `'$ORDER'` };
  const body = JSON.stringify(example, null, 2);
  return {
    id: 'place-an-order',
    title: 'Place an order',
    body: html`<p>
        Check the stock, then send the order. There is no price in it: prices come from your plan.
      </p>
      ${call('/api/orders', '-H "Content-Type: application/json"', `-d '${body}'`)}
      <p>The stock is reserved at once. The answer is a 201:</p>
      ${json(success.examples[0]?.value)}
      <p>
        Review and pay it in the <a href="../dashboard/orders">dashboard</a>; once it is paid, it
        ships to your customer. Ask how it is doing by our number or by yours:
      </p>
      ${call('/api/orders/$ORDER/status')}
      <p>
        What would it cost, and would it be taken? Send the same body to
        <code>/api/orders/quote</code>: the same checks and refusals, and a 200 with every amount,
        but nothing is placed or reserved. It is not counted as an order by the limits.
      </p>
      <p>
        Fields that are not known are ignored, prices among them, and named in the header
        ${code('X-Ignored-Fields')} of the answer.
      </p>`,
  };
}
