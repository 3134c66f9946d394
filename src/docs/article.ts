import { html, type Html, type Part } from './html.js';
import type { Section } from './section.js';

interface Article {
  heading: string;
  /** What stands between the heading and the first section. */
  intro: Part;
  sections: readonly Section[];
}

/** Returns the body of a page to be read: sections, and a table of contents that leads to them. */
export function article({ heading, intro, sections }: Article): Html {
  return html`<div class="page">
    <nav class="contents" aria-label="On this page">
      <ol>
        ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
      </ol>
    </nav>
    <main id="main">
      <h1>${heading}</h1>
      ${intro} ${sections.map(sectionOf)}
    </main>
  </div>`;
}

function sectionOf({ id, title, note, body }: Section): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">
      <a href="#${id}">${title}</a>${note === undefined ? '' : html` <small>${note}</small>`}
    </h2>
    ${body}
  </section>`;
}
