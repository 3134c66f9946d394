import type { OpenAPIObject } from '@nestjs/swagger';
import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS, type Place } from '../client/search-options.js';
import type { Article } from './markdown.js';

/** An operation of an API document, as far as it is searched. */
interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name?: string }[];
  requestBody?: object;
}

/** Makes the search index of all operations of an API, which Swagger UI shows on one page, as JSON. */
export function operationsIndex(path: string, { paths, components }: OpenAPIObject): string {
  const index = new MiniSearch<Place & { text: string }>(SEARCH_OPTIONS);
  for (const [route, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item) as [string, Operation][]) {
      const { operationId = '', summary = '', tags = [] } = operation;
      const [tag = 'default'] = tags;
      index.add({
        path: `${path}#/${encodeURIComponent(tag)}/${operationId}`,
        title: summary,
        page: `${method.toUpperCase()} ${route}`,
        text: [operation.description, route, operationId, ...fieldsOf(operation, components)].join(
          ' ',
        ),
      });
    }
  }
  return JSON.stringify(index);
}

/** Makes the names of the parameters of an operation, and of the fields of its body. */
function fieldsOf(
  { parameters = [], requestBody = {} }: Operation,
  components: OpenAPIObject['components'],
): string[] {
  const schemas = [...JSON.stringify(requestBody).matchAll(/schemas\/(\w+)"/g)].map(
    ([, name = '']) => components?.schemas?.[name] as { properties?: object } | undefined,
  );
  const fields = schemas.flatMap((schema) => Object.keys(schema?.properties ?? {}));
  return [...parameters.map(({ name = '' }) => name), ...fields];
}

/** Finds the search index of all sections of the pages as JSON. */
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
