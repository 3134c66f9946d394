import { gunzipSync } from 'node:zlib';
import { BlockListRepresenter, BlockBytesCache } from './chunked-list.js';
import type { Content, Representation } from './representation.js';

type Block = readonly { id: number }[];

const copyOf = (part: Uint8Array | string): Buffer => Buffer.from(part);

function bytesOf({ parts, rest = [], length }: Content): Buffer {
  const bytes = Buffer.concat([...parts.map(copyOf), ...Array.from(rest, copyOf)]);
  expect(bytes).toHaveLength(length);
  return bytes;
}

async function zippedOf({ gzip }: Representation): Promise<Buffer> {
  return bytesOf((await gzip!()).content);
}

async function plainOf({ content }: Representation): Promise<Buffer> {
  return bytesOf(typeof content === 'function' ? (await content()).content : content);
}

let serialized: number[];
let lists: BlockListRepresenter<Block>;
const givenLists = (kept = new BlockBytesCache(), text = 'Tawa –'): void => {
  serialized = [];
  lists = new BlockListRepresenter(
    (writer, block) => {
      const items = block.filter(({ id }) => id > 0);
      writer.list(items, ({ id }) => {
        serialized.push(id);
        writer.text(JSON.stringify({ id, name: `${text} ${id}` }));
      });
      return items.length;
    },
    (total) => ({ head: `{"total":${total},"data":[`, tail: ']}' }),
    900,
    kept,
  );
};
beforeEach(() => givenLists());
const block = (...ids: number[]): Block => ids.map((id) => ({ id }));
const idsIn = (bytes: Buffer): number[] =>
  (JSON.parse(bytes.toString()) as { data: { id: number }[] }).data.map(({ id }) => id);
/** Makes more blocks than are serialized at once. */
const manyBlocks = (): Block[] => Array.from({ length: 200 }, (_, index) => block(index + 1));

describe('BlockListRepresenter', () => {
  it.each<[Block[]]>([
    [[]],
    [[block(1)]],
    [[block(1, 2), block(65), block(129, 130, 131)]],
    [manyBlocks()],
    [[block(-1), block(65), block(-2, 129), block(-3)]],
  ])('is the whole list, plain and compressed: %j', async (list) => {
    const found = await lists.represent(list);
    const ids = list.flat().map(({ id }) => id);
    const listed = ids.filter((id) => id > 0);
    const plain = await plainOf(found);
    expect(idsIn(plain)).toEqual(listed);
    expect(JSON.parse(plain.toString())).toMatchObject({ total: listed.length });
    expect(gunzipSync(await zippedOf(found)).equals(plain)).toBe(true);
  });

  it('serializes again only what changed', async () => {
    const [first, second] = [block(1, 2), block(65)];
    await lists.represent([first, second]);
    serialized = [];
    await lists.represent([first, block(66)]);
    expect(serialized).toEqual([66]);
  });

  it('keeps plain bytes only while plain bodies are taken', async () => {
    const kept = new BlockBytesCache();
    givenLists(kept);
    const [first, second] = [block(1, 2), block(65)];
    const before = await lists.represent([first, second]);
    await zippedOf(before);
    expect(kept.plain.size).toBe(0);
    await plainOf(before);
    expect(kept.plain.size).toBe(2);
    const after = await lists.represent([first, block(66)]);
    serialized = [];
    expect(idsIn(await plainOf(after))).toEqual([1, 2, 66]);
    expect(serialized).toEqual([]);
  });

  it('forgets the bytes of blocks that were replaced', async () => {
    const kept = new BlockBytesCache();
    givenLists(kept);
    const versions = [100, 101, 102].map((id) => [block(1, 2), block(id)]);
    for (const list of versions) {
      const found = await lists.represent(list);
      await plainOf(found);
      await zippedOf(found);
    }
    expect(kept.plain.size).toBe(2);
    expect(kept.compressed.size).toBe(2);
    expect(idsIn(await plainOf(await lists.represent(versions[0]!)))).toEqual([1, 2, 100]);
  });

  it('has the same hash for the same content only', async () => {
    const hashOf = async (...blocks: Block[]): Promise<string> =>
      (await lists.represent(blocks)).hash;
    const hash = await hashOf(block(1, 2), block(65));
    expect(await hashOf(block(1, 2), block(65))).toBe(hash);
    expect(await hashOf(block(1, 2), block(66))).not.toBe(hash);
    expect(await hashOf(block(1), block(2), block(65))).not.toBe(hash);
  });

  it('makes bytes again that were not kept, and tells without them whether a list has changed', async () => {
    const list = manyBlocks();
    givenLists(new BlockBytesCache({ plain: 50_000, compressed: 10_000 }), 'Tawa '.repeat(500));
    const found = await lists.represent(list);
    const plain = await plainOf(found);
    expect(idsIn(plain)).toEqual(list.flat().map(({ id }) => id));
    expect((await plainOf(found)).equals(plain)).toBe(true);
    expect(gunzipSync(await zippedOf(found)).equals(plain)).toBe(true);
    serialized = [];
    const { hash } = await lists.represent([...list]);
    expect(hash).toBe(found.hash);
    expect(serialized).toEqual([]);
  });

  it('is of the moment when it was asked for, and a later call gets what changed meanwhile', async () => {
    givenLists(new BlockBytesCache(), 'Tawa '.repeat(500));
    const before = manyBlocks();
    const first = lists.represent(before);
    const changed = before.with(150, block(1_000));
    const second = lists.represent(changed);
    expect(first).toBeInstanceOf(Promise);
    expect(second).toBeInstanceOf(Promise);
    expect(lists.represent(before)).toBe(first);
    await Promise.all([first, second]);
    // A block that both have is serialized once to tell whether it has changed.
    expect(serialized).toHaveLength(201);
    expect(idsIn(await plainOf(await second))).toEqual(changed.flat().map(({ id }) => id));
    expect(idsIn(await plainOf(await first))).toEqual(before.flat().map(({ id }) => id));
  });
});

describe('bodies that are too large to be kept', () => {
  it('are made while they are sent, and again for the next caller', async () => {
    givenLists(new BlockBytesCache({ plain: 50_000, compressed: 10_000 }), 'Tawa '.repeat(500));
    const list = manyBlocks();
    const { content } = await lists.represent(list);
    const taken = async (): Promise<Content> =>
      typeof content === 'function' ? (await content()).content : content;
    serialized = [];
    const { parts, rest, length } = await taken();
    expect(serialized).toEqual([]);
    const blocks = rest![Symbol.iterator]();
    blocks.next();
    blocks.next();
    expect(serialized).toEqual([1, 2]);
    await lists.represent(list.with(150, block(1_000)));
    const again = bytesOf(await taken());
    expect(parts).toHaveLength(1);
    expect(again).toHaveLength(length);
    expect(idsIn(again)).toEqual(list.flat().map(({ id }) => id));
  });

  it('are compressed in the newest version that is waited for, and none that is older than its request', async () => {
    givenLists(new BlockBytesCache({ plain: 50_000, compressed: 10_000 }), 'Tawa '.repeat(500));
    const oldest = manyBlocks();
    const versions = [oldest, oldest.with(150, block(1_000)), oldest.with(151, block(1_001))];
    const [before, superseded, newest] = await Promise.all(
      versions.map(async (list) => lists.represent(list)),
    );
    const begun = before!.gzip!();
    // The turn of what is made first has come.
    await Promise.resolve();
    await Promise.resolve();
    const waiting = [superseded!.gzip!(), newest!.gzip!(), before!.gzip!()] as const;
    expect((await begun).hash).toBe(before!.hash);
    const [first, second, third] = await Promise.all(waiting);
    expect(first).toBe(second);
    expect(second.hash).toBe(newest!.hash);
    expect(third.hash).toBe(before!.hash);
    expect(idsIn(await plainOf(newest!))).toEqual(versions[2]!.flat().map(({ id }) => id));
    expect(gunzipSync(await zippedOf(newest!)).equals(await plainOf(newest!))).toBe(true);
  });
});
