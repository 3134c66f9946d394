import { html } from './html.js';
import { sitePage } from './site.js';

/** What a browser gets at `/`: the way to the dashboard and to the documentation. */
export function frontPage(): string {
  return sitePage({
    title: 'Wholesale Orders',
    path: '/',
    api: 'store',
    body: html`<div class="page front">
      <main id="main">
        <h1>Wholesale Orders</h1>
        <p class="lead">
          A wholesaler's catalog, stock and orders, for custom-built online stores.
        </p>
        <dl>
          <dt><a href="./dashboard">Dashboard</a></dt>
          <dd>Sign in to review and pay orders, get API tokens, and ship.</dd>
          <dt><a href="./docs/start">Build a store</a></dt>
          <dd>From the first call to the first shipped order, with limits and error codes.</dd>
          <dt><a href="./docs">API reference</a></dt>
          <dd>Every operation of the Store API, to be tried out in the browser.</dd>
          <dt><a href="./docs/downloads">Downloads</a></dt>
          <dd>Clients in TypeScript, Python and PHP, a Postman collection and an example store.</dd>
        </dl>
      </main>
    </div>`,
  });
}
