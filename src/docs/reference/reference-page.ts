import { ERRORS } from '../../platform/http/errors.js';
import type { Contract, Example, Field, Operation, Parameter } from '../contract.js';
import type { DocumentedError } from '../documented-errors.js';
import { html, type Html, type Part } from '../html.js';
import { code, copyable, prose, table } from '../section.js';
import { LANGUAGES, withFreshOrderId } from './samples.js';

/** A place on another page that the search of the reference finds, too. */
export interface Elsewhere {
  path: string;
  title: string;
  /** What else it is found by. */
  text: string;
}

/** Returns every operation of the Store API: a call in four languages next to its answer, parameters, fields and errors. */
export function referencePage(
  contract: Contract,
  documented: readonly DocumentedError[],
  elsewhere: readonly Elsewhere[],
): Html {
  const groups = contract.tags.map(({ name, description = '' }) => ({
    name,
    description,
    operations: contract.operations.filter(({ tag }) => tag === name),
  }));
  const everywhere = documented.filter(({ operations }) =>
    [0, contract.operations.length].includes(operations.length),
  );
  return html`<div class="page reference">
    <nav class="contents" aria-label="Operations">
      <search hidden>
        <label for="search">Search</label>
        <input id="search" type="search" autocomplete="off" />
        <p role="status"></p>
        <ul class="elsewhere" hidden>
          ${elsewhere.map(
            ({ path, title, text }) =>
              html`<li data-text="${text}" hidden><a href="${path}">${title}</a></li>`,
          )}
        </ul>
      </search>
      <ol>
        <li><a href="#access">Credentials and clients</a></li>
        ${groups.map(
          ({ name, operations }) =>
            html`<li>
              <strong>${name}</strong>
              <ol>
                ${operations.map(({ id }) => html`<li><a href="#${id}">${id}</a></li>`)}
              </ol>
            </li>`,
        )}
        <li><a href="#errors">Errors of every operation</a></li>
      </ol>
    </nav>
    <main id="main">
      <h1>Reference</h1>
      <p class="lead">
        Every operation of the Store API: how it is called, what it answers, and how it can fail.
      </p>
      ${access()}
      ${groups.map(({ name, description, operations }) =>
        operations.map((operation, index) =>
          section(operation, documented, {
            isCommon: (error) => everywhere.includes(error),
            group: index === 0 ? html`<p class="group">${name}: ${description}</p>` : '',
          }),
        ),
      )}
      <section aria-labelledby="errors">
        <h2 id="errors"><a href="#errors">Errors of every operation</a></h2>
        <p>
          Besides the errors that stand at each operation, any can answer these. All have
          <a href="./start#errors">one shape</a>.
        </p>
        ${errorTable(everywhere)}
      </section>
    </main>
  </div>`;
}

function access(): Html {
  return html`<section class="operation" aria-labelledby="access">
    <div>
      <h2 id="access"><a href="#access">Credentials and clients</a></h2>
      <p>
        Every request carries the API token and the domain that it is registered to, from the
        <a href="../dashboard/api-access">dashboard, section API access</a>.
      </p>
      <form class="credentials" hidden>
        <p>
          Fill them in once, and every call on this page has them. A
          <a href="./start#test-mode">test token</a> is enough. They stay in this browser tab, until
          it is closed, and are sent to this service only.
        </p>
        <label for="token">API token</label>
        <input id="token" name="token" type="password" autocomplete="off" spellcheck="false" />
        <label for="domain">Domain</label>
        <input id="domain" name="domain" autocomplete="off" spellcheck="false" inputmode="url" />
        <div class="actions">
          <button type="submit">Check them</button>
          <button type="reset">Forget them</button>
        </div>
        <p role="status"></p>
      </form>
      <p>
        The clients for TypeScript, Python and PHP repeat what is safe to repeat, place no order
        twice, and read pages to their end. Their methods are named after the operations. The calls
        below go on from what is shown here.
      </p>
    </div>
    <div class="calls">${tabs('access', ({ setup }) => setup)}</div>
  </section>`;
}

function section(
  operation: Operation,
  documented: readonly DocumentedError[],
  { isCommon, group }: { isCommon: (error: DocumentedError) => boolean; group: Part },
): Html {
  const { id, method, path, tag, summary, description, parameters, body, success } = operation;
  const errors = documented.filter(
    (error) => !isCommon(error) && error.operations.some((one) => one.id === id),
  );
  return html`<section class="operation" aria-labelledby="${id}">
    <div>
      ${group}
      <h2 id="${id}"><a href="#${id}">${summary}</a></h2>
      <p class="route">
        <span class="method ${method.toLowerCase()}">${method}</span> ${code(path)}
      </p>
      ${paragraphs(description)}
      <p><a href="../docs#/${tag}/${id}">Try ${id} in the browser</a></p>
      ${parameters.length === 0 ? '' : [html`<h3>Parameters</h3>`, parameterTable(parameters)]}
      ${body === null ? '' : [html`<h3>Body</h3>`, fieldTable(body.fields)]}
      <h3>Answer ${success.status}</h3>
      <details>
        <summary>${success.fields.length} fields</summary>
        ${fieldTable(success.fields, true)}
      </details>
      <details>
        <summary>${success.headers.length} headers</summary>
        ${table(
          ['Header', 'Says'],
          success.headers.map(({ name, description: says }) => [code(name), prose(says)]),
        )}
      </details>
      <h3>Errors</h3>
      ${
        errors.length === 0
          ? html`<p>None but the <a href="#errors">errors of every operation</a>.</p>`
          : [
              errorTable(errors),
              html`<p>And the <a href="#errors">errors of every operation</a>.</p>`,
            ]
      }
    </div>
    <div class="calls">
      ${tabs(id, ({ call }) => call(operation))}
      <h3 class="answer">${success.status}</h3>
      ${success.examples.map(answer)}
    </div>
  </section>`;
}

/** Returns a call in each language; the page's script makes tabs of them. */
function tabs(id: string, sample: (language: (typeof LANGUAGES)[number]) => Part): Html {
  const shown = LANGUAGES.filter((language) => sample(language) !== '');
  return html`<div class="tabs">
    ${shown.map(
      (language) =>
        html`<div id="${id}-${language.id}" data-language="${language.name}">
          <p class="language">${language.name}</p>
          ${copyable(sample(language), language.code)}
        </div>`,
    )}
  </div>`;
}

/** Returns the first answer is open. */
function answer({ summary, value }: Example, index: number): Html {
  const text = withFreshOrderId(JSON.stringify(value, null, 2));
  return html`<details ${index === 0 ? 'open' : ''}>
    <summary>${summary}</summary>
    <pre><code class="language-json">${text}</code></pre>
  </details>`;
}

function parameterTable(parameters: readonly Parameter[]): Html {
  return table(
    ['Parameter', 'What it is'],
    parameters.map((parameter) => [
      [code(parameter.path), html`<small>${parameter.in}${optional(parameter)}</small>`],
      [meaning(parameter), exampleOf(parameter)],
    ]),
  );
}

function exampleOf({ example }: Parameter): Part {
  return example === undefined ? '' : html`<small>Such as ${code(example)}</small>`;
}

function fieldTable(fields: readonly Field[], isAnswer = false): Html {
  return table(
    ['Field', 'What it is'],
    fields.map((field) => [
      [code(field.path), isAnswer || field.isRequired ? '' : html`<small>optional</small>`],
      meaning(field),
    ]),
  );
}

function optional({ isRequired }: Field): string {
  return isRequired ? '' : ', optional';
}

function meaning({ type, limit, values, description }: Field): Part {
  return [
    // The limit of an integer says that it is one.
    [type === 'integer' && limit !== '' ? '' : type, limit]
      .filter((part) => part !== '')
      .join(', '),
    values.length === 0 || type === 'boolean'
      ? ''
      : html`<small
          >One of ${values.map((value, at) => [at === 0 ? '' : ', ', code(value)])}</small
        >`,
    description === '' ? '' : html`<small>${prose(description)}</small>`,
  ];
}

function errorTable(errors: readonly DocumentedError[]): Html {
  return table(
    ['Code', 'Status', 'Says'],
    errors.map((error) => [
      html`<a href="./errors#${error.code}">${code(error.code)}</a>`,
      ERRORS[error.code].status,
      ERRORS[error.code].message,
    ]),
  );
}

/** Returns the paragraphs, lists and tables of a description, as the document's Markdown has them. */
function paragraphs(markdown: string): Html[] {
  return markdown
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const lines = block.trim().split('\n');
      if (lines.every((line) => /^[*-] /.test(line))) {
        return html`<ul>
          ${lines.map((line) => html`<li>${prose(line.slice(2))}</li>`)}
        </ul>`;
      }
      if (lines.every((line) => line.startsWith('|'))) return tableOf(lines);
      return html`<p>${prose(lines.join(' '))}</p>`;
    });
}

function tableOf([head = '', , ...rows]: readonly string[]): Html {
  const cells = (line: string): string[] =>
    line
      .slice(1, line.lastIndexOf('|'))
      .split('|')
      .map((cell) => cell.trim());
  return table(
    cells(head),
    rows.map((row) => cells(row).map((cell) => prose(cell))),
  );
}
