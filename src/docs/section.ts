import { html, type Html, type Part } from './html.js';

/** A part of a page, which the page's contents lead to. */
export interface Section {
  id: string;
  title: string;
  /** What follows the title, in small. */
  note?: string;
  body: Html;
}

/** Text to be copied; the page's script gives it a button. */
export function copyable(text: Part, language = 'sh'): Html {
  return html`<pre class="copyable"><code class="language-${language}">${text}</code></pre>`;
}

/** Returns a call of the Store API to be copied, with further options of curl. */
export function call(path: string, ...options: string[]): Html {
  const lines = [
    `curl -s "$BASE${path}"`,
    '-H "Authorization: Bearer $TOKEN"',
    '-H "X-Client-Domain: $DOMAIN"',
    ...options,
  ];
  return copyable(lines.join(' \\\n  '));
}

export function json(value: unknown): Html {
  return html`<pre><code class="language-json">${JSON.stringify(value, null, 2)}</code></pre>`;
}

/** Returns a table whose first cell of each row names the row. */
export function table(columns: readonly string[], rows: readonly (readonly Part[])[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${columns.map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name = '', ...cells]) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Returns a word of the interface; long ones may break where their parts meet. */
export function code(word: string): Html {
  const parts = word.split(/(?<=[^/\s][_./|])/);
  return html`<code
    >${parts.map((part, index) => (index === 0 ? part : html`<wbr />${part}`))}</code
  >`;
}

/** Returns a text of the document, whose words of the interface stand between backticks. */
export function prose(text: string): Part {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : code(part)));
}

/** `a`, `b` and `c`. */
export function codes(words: readonly string[], last = 'and'): Part {
  return words.map((word, index) => {
    const separator = index === 0 ? '' : index === words.length - 1 ? ` ${last} ` : ', ';
    return [separator, code(word)];
  });
}
