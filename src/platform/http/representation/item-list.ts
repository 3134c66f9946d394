import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { contentOf, hashOf, type Representation } from './representation.js';

const compress = promisify(gzip);
/** Shorter texts fit into one packet as they are. */
const GZIP_BYTES_MIN = 1_400;

/** A list that is put together for one request, of items that were serialized before. */
interface ItemList {
  /** The JSON text before the items, `[` included. */
  head: string;
  items: readonly string[];
  tail: string;
}

/** Represents a list; `nextPage` is the address of its next page. */
export function itemListRepresentation(
  { head, items, tail }: ItemList,
  { pollSeconds, nextPage }: Pick<Representation, 'pollSeconds' | 'nextPage'>,
): Representation {
  const bytes = Buffer.from(`${head}${items.join(',')}${tail}`);
  return {
    hash: hashOf(nextPage === undefined ? bytes : `${hashOf(bytes)} ${nextPage}`),
    content: contentOf([bytes]),
    ...(bytes.length >= GZIP_BYTES_MIN && {
      gzip: async () => contentOf([await compress(bytes)]),
    }),
    pollSeconds,
    nextPage,
  };
}
