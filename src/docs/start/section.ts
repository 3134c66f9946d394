import { html, type Html, type Part } from '../html.js';

/** A part of the start page, which the page's contents lead to. */
export interface Section {
  id: string;
  title: string;
  body: Html;
}

/** Text to be copied; the page's script gives it a button. */
export function copyable(text: Part): Html {
  return html`<pre class="copyable" tabindex="0"><code>${text}</code></pre>`;
}

export function json(value: unknown): Html {
  return html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}

/** A table whose first cell of each row names the row. */
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

/** A word of the interface; long ones may break where their parts meet. */
export function code(word: string): Html {
  const parts = word.split(/(?<=[_./|])/);
  return html`<code
    >${parts.map((part, index) => (index === 0 ? part : html`<wbr />${part}`))}</code
  >`;
}

/** `a`, `b` and `c`. */
export function codes(words: readonly string[], last = 'and'): Part {
  return words.map((word, index) => {
    const separator = index === 0 ? '' : index === words.length - 1 ? ` ${last} ` : ', ';
    return [separator, code(word)];
  });
}
