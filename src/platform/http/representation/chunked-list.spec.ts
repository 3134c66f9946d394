import { gunzipSync } from 'node:zlib';
import { BlockListRepresenter } from './chunked-list.js';
import type { Content } from './representation.js';

interface Item {
  id: number;
}

function bytesOf({ parts, length }: Content): Buffer {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
  expect(bytes).toHaveLength(length);
  return bytes;
}

describe('BlockListRepresenter', () => {
  let serialized: number[];
  let lists: BlockListRepresenter<Item>;
  beforeEach(() => {
    serialized = [];
    lists = new BlockListRepresenter(
      (item) => {
        serialized.push(item.id);
        return { id: item.id, name: `Tawa – ${item.id}` };
      },
      (total) => ({ head: `{"total":${total},"data":[`, tail: ']}' }),
      900,
    );
  });
  const block = (...ids: number[]): Item[] => ids.map((id) => ({ id }));
  const idsIn = (bytes: Buffer): number[] =>
    (JSON.parse(bytes.toString()) as { data: Item[] }).data.map(({ id }) => id);

  it.each([[[]], [[block(1)]], [[block(1, 2), block(65), block(129, 130, 131)]]])(
    'is the whole list, plain and compressed: %j',
    async (list) => {
      const { content, gzip } = lists.represent(list);
      const ids = list.flat().map(({ id }) => id);
      expect(idsIn(bytesOf(content))).toEqual(ids);
      expect(gzip).toBeDefined();
      if (gzip !== undefined) expect(idsIn(gunzipSync(bytesOf(await gzip())))).toEqual(ids);
    },
  );

  it('serializes again only what changed', () => {
    const [first, second] = [block(1, 2), block(65)];
    lists.represent([first, second]);
    serialized = [];
    lists.represent([first, block(66)]);
    expect(serialized).toEqual([66]);
  });

  it('has the same hash for the same content only', () => {
    const hash = lists.represent([block(1, 2), block(65)]).hash;
    expect(lists.represent([block(1, 2), block(65)]).hash).toBe(hash);
    expect(lists.represent([block(1, 2), block(66)]).hash).not.toBe(hash);
    expect(lists.represent([block(1), block(2), block(65)]).hash).not.toBe(hash);
  });
});
