import type { Settings } from '../../platform/config/settings.js';
import { article } from '../article.js';
import { CHANGELOG } from '../changelog.js';
import type { DocumentedError } from '../documented-errors.js';
import { html, type Html } from '../html.js';
import { credentials, firstCall, placingAnOrder } from './calling.sections.js';
import { withAClient } from './client.section.js';
import type { Contract } from '../contract.js';
import { finalStatuses, orderLife } from './order-life.section.js';
import { polling } from './polling.section.js';
import { limits, money, variations } from './rules.sections.js';
import type { Section } from '../section.js';
import { testMode } from './test-mode.section.js';
import { errors, retries } from './trouble.sections.js';

/** What a store's developer reads first: the Store API of this deployment, told from its own tables. */
export function startPage(
  contract: Contract,
  documented: readonly DocumentedError[],
  settings: Settings,
): Html {
  return article({
    heading: 'Sell our catalog in your own store',
    intro: html`<p class="lead">
        Your backend reads the products at the wholesale prices of your plan, checks the stock and
        sends your customers' orders. You pay them in the
        <a href="../dashboard">dashboard</a>; we ship to your customers.
      </p>
      <p>
        ${contract.operations.length} operations, plain JSON. Each is in the
        <a href="./reference">reference</a>, with calls in four languages. Try it in the browser in
        <a href="../docs">Swagger UI</a>, or take a client for your language, the Postman
        collection, the OpenAPI document or an example store from the
        <a href="./downloads">downloads</a>.
      </p>`,
    sections: startSections(contract, documented, settings),
  });
}

/** Returns the parts of the page. */
export function startSections(
  contract: Contract,
  documented: readonly DocumentedError[],
  settings: Settings,
): Section[] {
  return [
    firstCall(contract),
    credentials(),
    placingAnOrder(contract),
    withAClient(),
    orderLife(settings),
    testMode(),
    polling(finalStatuses(), settings),
    retries(),
    errors(documented, contract.operations.length),
    money(settings),
    variations(),
    limits(contract, settings),
    changes(),
  ];
}

function changes(): Section {
  return {
    id: 'changes',
    title: 'Changes',
    body: html`<p>
        Paths, keys and their types stay as they are. Headers, error codes and endpoints may be
        added at any time: ignore what you do not know.
      </p>
      ${CHANGELOG.map(
        ({ version, date, changes: lines }) =>
          html`<h3>
              ${version} <small><time datetime="${date}">${date}</time></small>
            </h3>
            <ul>
              ${lines.map((line) => html`<li>${line}</li>`)}
            </ul>`,
      )}`,
  };
}
