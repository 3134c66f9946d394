import type { Options } from 'minisearch';

/** A section of a page, as the search finds it. */
export interface Place {
  path: string;
  title: string;
  /** The title of its page. */
  page: string;
}

/** The options with which the build writes the search index and the pages read it. */
export const SEARCH_OPTIONS: Options = {
  idField: 'path',
  fields: ['title', 'path', 'text'],
  storeFields: ['path', 'title', 'page'],
  // Names of fields and error codes are words.
  tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u),
  searchOptions: { combineWith: 'AND', prefix: true, boost: { title: 4, path: 3 } },
};
