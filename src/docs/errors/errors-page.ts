import { ERRORS } from '../../platform/http/errors.js';
import { article } from '../article.js';
import type { DocumentedError } from '../documented-errors.js';
import { html, type Html, type Part } from '../html.js';
import { code, json, prose, table, type Section } from '../section.js';
import { ERROR_GUIDE, FIELD_CODES } from './error-guide.js';

/** Returns every error code of the Store API: what it means, when it happens and what to do. */
export function errorsPage(documented: readonly DocumentedError[], operations: number): Html {
  return article({
    heading: 'Errors',
    intro: html`<p class="lead">
        Every error has a stable ${code('code')}, and its answer a header ${code('Link')} that leads
        to the code on this page.
      </p>
      <p>
        A code that is not here means what its status means. Whether to try again:
        <a href="./start#retries">Try again, safely</a>.
      </p>`,
    sections: [...documented.map((error) => sectionOf(error, operations)), fieldCodes()],
  });
}

function sectionOf({ code: name, operations, example }: DocumentedError, all: number): Section {
  const { status, message } = ERRORS[name];
  const guide = ERROR_GUIDE[name];
  return {
    id: name,
    title: name,
    note: `${status}`,
    body: html`<p>${message}</p>
      ${
        guide === undefined
          ? ''
          : html`<dl>
              <dt>When</dt>
              <dd>${prose(guide.happens)}</dd>
              <dt>What to do</dt>
              <dd>${prose(guide.todo)}</dd>
              <dt>Where</dt>
              <dd>${placesOf(operations, all)}</dd>
            </dl>`
      }
      <details>
        <summary>An example</summary>
        ${json(example)}
      </details>`,
  };
}

/** Returns the operations that answer a code, as links to the reference. */
export function placesOf(operations: DocumentedError['operations'], all: number): Part {
  if (operations.length === 0) return 'Any request.';
  if (operations.length === all) return 'Every operation.';
  return operations.map(({ name, id }, index) => [
    index === 0 ? '' : ', ',
    html`<a href="./reference#${id}">${code(name)}</a>`,
  ]);
}

function fieldCodes(): Section {
  return {
    id: 'fields',
    title: 'Codes of fields',
    body: html`<p>
        In ${code('errors')} of a 422, each field has a code of its own: one of those above, or one
        of these.
      </p>
      ${table(
        ['Code', 'Says'],
        Object.entries(FIELD_CODES).map(([name, text]) => [
          html`<span id="${name}">${code(name)}</span>`,
          prose(text),
        ]),
      )}`,
  };
}
