import type { OpenAPIObject } from '@nestjs/swagger';
import type { Settings } from '../../platform/config/settings.js';
import { CHANGELOG } from '../changelog.js';
import { documentedErrors } from '../documented-errors.js';
import { html, type Html } from '../html.js';
import { credentials, firstCall, placingAnOrder } from './calling.sections.js';
import { Contract } from './contract.js';
import { finalStatuses, orderLife } from './order-life.section.js';
import { limits, money, polling, variations } from './rules.sections.js';
import type { Section } from './section.js';
import { testMode } from './test-mode.section.js';
import { errors, retries } from './trouble.sections.js';

/** What a store's developer reads first: the Store API of this deployment, told from its own tables. */
export function startPage(document: OpenAPIObject, settings: Settings): Html {
  const sections = sectionsOf(document, settings);
  return html`<div class="page">
    <nav class="contents" aria-label="On this page">
      <ol>
        ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
      </ol>
    </nav>
    <main id="main">
      <h1>Sell our catalog in your own store</h1>
      <p class="lead">
        Your backend reads the products at the wholesale prices of your plan, checks the stock and
        sends your customers' orders. You pay them in the
        <a href="../dashboard">dashboard</a>; we ship to your customers.
      </p>
      <p>
        ${operationsOf(document).length} operations, plain JSON. Try each in the browser in the
        <a href="../docs">Store API</a>, or import its
        <a href="../docs-json">OpenAPI document</a> into Postman, Insomnia or a client generator.
      </p>
      ${sections.map(
        ({ id, title, body }) =>
          html`<section aria-labelledby="${id}">
            <h2 id="${id}"><a href="#${id}">${title}</a></h2>
            ${body}
          </section>`,
      )}
    </main>
  </div>`;
}

function sectionsOf(document: OpenAPIObject, settings: Settings): Section[] {
  const contract = new Contract(document);
  return [
    firstCall(contract),
    credentials(),
    placingAnOrder(contract),
    orderLife(settings),
    testMode(),
    polling(finalStatuses(), settings),
    retries(),
    errors(documentedErrors(document), operationsOf(document).length),
    money(settings),
    variations(),
    limits(contract, settings),
    changes(),
  ];
}

function operationsOf({ paths }: OpenAPIObject): string[] {
  return Object.values(paths).flatMap((item) => Object.keys(item));
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
