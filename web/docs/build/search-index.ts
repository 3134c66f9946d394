import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS, type Place } from '../client/search-options.js';
import type { Article } from './markdown.js';

/** Returns the search index of all sections of the pages as JSON. */
export function searchIndex(
  pages: readonly { path: string; title: string; article: Article }[],
): string {
  const index = new MiniSearch<Place & { text: string }>(SEARCH_OPTIONS);
  for (const { path, title: page, article } of pages) {
    index.addAll(
      article.sections.map(({ id, title, html }) => ({
        path: `${path}#${id}`,
        title,
        page,
        text: textOf(html),
      })),
    );
  }
  return JSON.stringify(index);
}

function textOf(html: string): string {
  return html
    .replace(/<wbr>|<\/?span[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[\w#]+;/g, ' ');
}
