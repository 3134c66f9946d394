import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { writtenBytes, type JsonWriter } from './json-writer.js';
import {
  contentOf,
  contentOfBytes,
  hashOf,
  type Content,
  type Representation,
  type VersionedContent,
} from './representation.js';

const compress = promisify(gzip);
/** Shorter texts fit into one packet as they are. */
const GZIP_BYTES_MIN = 1_400;

/** A list that is put together for one request. */
interface ItemList<Item> {
  /** The JSON text before the items, `[` included. */
  head: string;
  items: readonly Item[];
  write: (writer: JsonWriter, item: Item) => void;
  tail: string;
}

/** A representation whose body is at hand. */
export interface BytesRepresentation extends Representation {
  content: Content;
}

/** Represents a list; `nextPage` is the address of its next page. */
export function itemListRepresentation<Item>(
  { head, items, write, tail }: ItemList<Item>,
  { pollSeconds, nextPage }: Pick<Representation, 'pollSeconds' | 'nextPage'>,
): BytesRepresentation {
  const bytes = Buffer.from(
    writtenBytes((writer) => {
      writer.text(head);
      writer.list(items, (item) => write(writer, item));
      writer.text(tail);
    }),
  );
  const hash = hashOf(nextPage === undefined ? bytes : `${hashOf(bytes)} ${nextPage}`);
  let compressed: Promise<VersionedContent> | null = null;
  const compressNow = async (): Promise<VersionedContent> => {
    try {
      return { hash, content: contentOf([await compress(bytes)]) };
    } catch (error) {
      compressed = null;
      throw error;
    }
  };
  return {
    hash,
    content: contentOfBytes(bytes),
    ...(bytes.length >= GZIP_BYTES_MIN && { gzip: () => (compressed ??= compressNow()) }),
    pollSeconds,
    nextPage,
  };
}
