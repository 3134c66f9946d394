import Turndown from 'turndown';
import type { Html } from './html.js';

/** A node as Turndown's parser makes it; the service is compiled without the types of browsers. */
interface MarkupNode {
  nodeName: string;
  parentNode: MarkupNode | null;
  childNodes: Iterable<MarkupNode>;
  textContent: string | null;
  getAttribute(name: string): string | null;
}

const asNode = (node: unknown): MarkupNode => node as MarkupNode;

type Rule = (text: string, node: MarkupNode) => string;

/**
 * The Markdown of a page's body.
 *
 * @param path the page's path, from which its links are relative
 * @param inMarkdown the paths of the pages that have Markdown, which links lead to
 */
export function markdownOf(body: Html, path: string, inMarkdown: ReadonlySet<string>): string {
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  const escape = turndown.escape.bind(turndown);
  turndown.escape = (text) => escape(text).replaceAll('<', '\\<');
  turndown.remove(['nav', 'button', 'form', 'script']);
  for (const [name, replacement] of Object.entries(RULES)) {
    turndown.addRule(name, {
      filter: (node) => asNode(node).nodeName.toLowerCase() === name,
      replacement: (text, node) => replacement(text, asNode(node)),
    });
  }
  turndown.addRule('inline code', {
    filter: (node) => isInlineCode(asNode(node)),
    replacement: (_, node) => `\`${(asNode(node).textContent ?? '').trim()}\``,
  });
  turndown.addRule('link', {
    filter: ['a'],
    replacement: (text, node) => {
      const href = asNode(node).getAttribute('href') ?? '';
      if (href.startsWith('#')) return text;
      const { pathname, hash } = new URL(href, `http://docs.invalid${path}`);
      return `[${text}](${pathname}${inMarkdown.has(pathname) ? '.md' : ''}${hash})`;
    },
  });
  return `${turndown.turndown(body.text).trim()}\n`;
}

/** By element; Turndown itself has no rule for these. */
const RULES: Record<string, Rule> = {
  svg: () => '',
  small: (text) => (text.trim() === '' ? '' : ` (${text.trim()})`),
  dt: (text) => `\n\n**${text.trim()}**\n\n`,
  summary: (text) => `\n\n**${text.trim()}**\n\n`,
  table: (rows) => `\n\n${rows.trim()}\n\n`,
  thead: (rows) => rows,
  tbody: (rows) => rows,
  tr: (cells, { parentNode, childNodes }) => {
    const columns = [...childNodes].filter(({ nodeName }) => nodeName === 'TH').length;
    return `\n|${cells}${parentNode?.nodeName === 'THEAD' ? `\n|${' --- |'.repeat(columns)}` : ''}`;
  },
  th: cell,
  td: cell,
};

function cell(text: string): string {
  return ` ${text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')} |`;
}

function isInlineCode({ nodeName, parentNode }: MarkupNode): boolean {
  return nodeName === 'CODE' && parentNode?.nodeName !== 'PRE';
}
