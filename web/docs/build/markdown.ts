import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import ini from 'highlight.js/lib/languages/ini';
import jsonLanguage from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { EXAMPLE_URL } from '../../../src/platform/http/openapi/example-url.js';
import { LANGUAGES } from './samples.js';

/** A heading of the second level with what follows it. */
export interface Section {
  id: string;
  title: string;
  html: string;
}

export interface Article {
  title: string;
  intro: string;
  sections: readonly Section[];
}

hljs.registerLanguage('sh', bash);
hljs.registerLanguage('ini', ini);
hljs.registerLanguage('json', jsonLanguage);
hljs.registerLanguage('php', php);
hljs.registerLanguage('py', python);
hljs.registerLanguage('sql', sql);
hljs.registerLanguage('ts', typescript);
hljs.registerLanguage('yaml', yaml);

const LANGUAGE_NAMES = LANGUAGES.map(({ name }) => name);
/** The headings after which the sections of the reference go on in a second column. */
const SECOND_COLUMN = /^(Call|Set up a client)$/;
const HEADING = /^(?<title>.*?)(?: \((?<note>.+?)\))?(?: \{#(?<id>[\w-]+)\})?$/;

/**
 * Writes the HTML of a page's Markdown, which has more than CommonMark:
 * - a heading may end in a note in parentheses and in `{#id}`
 * - a paragraph of nothing but bold text names the code or table that follows it
 * - languages become a group for tabs, others a closed `<details>`
 *
 * @param path the page's path; links are relative to it, for proxies that add a prefix to paths
 * @param blocks HTML by the name of the placeholder that is a paragraph of its own
 */
export function articleOf(
  markdown: string,
  path: string,
  blocks: Readonly<Record<string, string>>,
): Article {
  const marked = new Marked<string, string>({ renderer: rendererFor(path) });
  const [title, ...tokens] = marked.lexer(markdown).filter(({ type }) => type !== 'space');
  const starts = tokens.flatMap((token, index) => (isHeading(token, 2) ? [index] : []));
  const htmlOf = (part: Token[], id = ''): string =>
    grouped(part, { id, htmlOf: (token) => marked.parser([token]), blocks });
  return {
    title: (title as Tokens.Heading).text,
    intro: htmlOf(tokens.slice(0, starts[0] ?? tokens.length)),
    sections: starts.map((start, index) => {
      const heading = headingParts(tokens[start] as Tokens.Heading);
      return { ...heading, html: htmlOf(tokens.slice(start, starts[index + 1]), heading.id) };
    }),
  };
}

/** Writes Markdown as other programs read it: without ids, with complete addresses that lead to Markdown where there is some. */
export function plainMarkdown(markdown: string, inMarkdown: readonly string[]): string {
  return markdown
    .replace(/ \{#[\w-]+\}/g, '')
    .replace(/\[([^\]]*)\]\(#[\w-]+\)/g, '$1')
    .replace(
      /\]\((\/[^)#]*)/g,
      (_, path: string) => `](${EXAMPLE_URL}${path}${inMarkdown.includes(path) ? '.md' : ''}`,
    );
}

/** Writes the HTML of tokens, those after a name of code or a table within `<details>` or a group of tabs. */
function grouped(
  tokens: readonly Token[],
  {
    id,
    htmlOf,
    blocks,
  }: { id: string; htmlOf: (token: Token) => string; blocks: Readonly<Record<string, string>> },
): string {
  let html = '';
  let firstColumn: string | null = null;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    const name = nameOfNext(token, tokens[index + 1]);
    const block = blocks[/^\{\{(\w+)\}\}$/.exec(token.raw.trim())?.[1] ?? ''];
    if (block !== undefined) {
      html += block;
    } else if (name === null) {
      if (isHeading(token, 3) && SECOND_COLUMN.test((token as Tokens.Heading).text)) {
        firstColumn = html;
        html = '';
      }
      html += htmlOf(token);
    } else {
      index += 1;
      const content = htmlOf(tokens[index]!);
      html += LANGUAGE_NAMES.includes(name)
        ? `<div class="language" id="${id}-${name.toLowerCase()}" data-language="${name}"><p>${name}</p>${content}</div>`
        : `<details${firstColumn !== null && !html.includes('<details') ? ' open' : ''}><summary>${htmlOf(token).replace(/<\/?(?:p|strong)>/g, '')}</summary>${content}</details>`;
    }
  }
  return firstColumn === null ? html : `<div>${firstColumn}</div><div class="calls">${html}</div>`;
}

/** Finds the bold text that is the whole of a paragraph before code or a table; null for anything else. */
function nameOfNext(token: Token, next: Token | undefined): string | null {
  if (token.type !== 'paragraph' || (next?.type !== 'code' && next?.type !== 'table')) return null;
  const [only, ...others] = (token as Tokens.Paragraph).tokens;
  return only?.type === 'strong' && others.length === 0 ? (only as Tokens.Strong).text : null;
}

function isHeading(token: Token, depth: number): boolean {
  return token.type === 'heading' && (token as Tokens.Heading).depth === depth;
}

function headingParts({ text }: Pick<Tokens.Heading, 'text'>): {
  title: string;
  note: string | undefined;
  id: string;
} {
  const { title = text, note, id = title } = HEADING.exec(text)?.groups ?? {};
  return { title, note, id };
}

function rendererFor(path: string): RendererObject<string, string> {
  return {
    heading({ text, depth }) {
      const { title, note, id } = headingParts({ text });
      const small = note === undefined ? '' : ` <small>${note}</small>`;
      if (depth === 2)
        return `<h2 id="${id}"><a href="#${id}">${escapeHtml(title)}</a>${small}</h2>`;
      const anchor = id === title ? '' : ` id="${id}"`;
      return `<h${depth}${anchor}>${escapeHtml(title)}${small}</h${depth}>`;
    },
    code({ text, lang = '' }) {
      const copyable = lang === 'json' ? '' : ' class="copyable"';
      return `<pre${copyable}><code class="language-${lang}">${highlighted(text, lang)}</code></pre>`;
    },
    codespan({ text }) {
      // Long words break where their parts meet; placeholders must stay whole.
      if (text.includes('{{')) return `<code>${text}</code>`;
      return `<code>${escapeHtml(text).replace(/(?<=[^/\s<&][_./|])(?=.)/g, '<wbr>')}</code>`;
    },
    strong({ tokens, text }) {
      const html = this.parser.parseInline(tokens);
      return /^[A-Z]{3,6}$/.test(text)
        ? `<strong class="method ${text.toLowerCase()}">${html}</strong>`
        : `<strong>${html}</strong>`;
    },
    link({ href, tokens }) {
      const download = href.startsWith('/docs/downloads/') ? ' download' : '';
      const target = href.startsWith('/') ? relative(path, href) : href;
      return `<a href="${target}"${download}>${this.parser.parseInline(tokens)}</a>`;
    },
    table({ header, rows }) {
      const cellsOf = (cells: Tokens.TableCell[]): string[] =>
        cells.map(({ tokens }) => this.parser.parseInline(tokens));
      const head = cellsOf(header).map((cell) => `<th scope="col">${cell}</th>`);
      const body = rows.map((row) => {
        const [name = '', ...cells] = cellsOf(row);
        const th = name.replace(/^(.*) \{#([\w-]+)\}$/, ' id="$2">$1');
        return `<tr><th scope="row"${th === name ? `>${name}` : th}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
      });
      return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
    },
  };
}

/** Makes the address of a path as seen from the page at another one; from an unknown one, that from the root. */
export function relative(from: string, to: string): string {
  if (from === '') return to;
  const depth = from.split('/').length - 2;
  return `${depth === 0 ? '.' : Array(depth).fill('..').join('/')}${to}`;
}

/** The examples in code that the pages' scripts replace, by the name of their place. */
const REPLACED = { 'base-url': EXAMPLE_URL, token: 'wso_your_token', domain: 'your-store.example' };

function highlighted(text: string, language: string): string {
  return Object.entries(REPLACED).reduce(
    (html, [name, example]) =>
      html.replaceAll(example, `<span data-fill="${name}">${example}</span>`),
    hljs.highlight(text, { language }).value,
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
