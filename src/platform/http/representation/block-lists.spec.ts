import { gunzipSync } from 'node:zlib';
import { BlockLists, ListCache } from './block-lists.js';
import type { Content, Representation } from './representation.js';

type Block = readonly { id: number }[];

function bytesOf({ parts, length }: Content): Buffer {
  // The next part may overwrite the one before.
  const bytes = Buffer.concat(
    Array.from<Uint8Array | string, Buffer>(parts, (part) => Buffer.from(part)),
  );
  expect(bytes).toHaveLength(length);
  return bytes;
}

async function zippedOf({ gzip }: Representation): Promise<Buffer> {
  return gunzipSync(bytesOf((await gzip!()).content));
}

let made: number[];
let lists: BlockLists<Block>;
beforeEach(() => {
  made = [];
  lists = new BlockLists(
    new ListCache(),
    (block) => {
      const items = block.filter(({ id }) => id > 0);
      made.push(...items.map(({ id }) => id));
      return items.map(({ id }) => ({ id, name: `Tawa – ${id}` }));
    },
    (total) => ({ head: `{"total":${total},"data":[`, tail: ']}' }),
  );
});
const block = (...ids: number[]): Block => ids.map((id) => ({ id }));
const idsIn = (bytes: Buffer): number[] =>
  (JSON.parse(bytes.toString()) as { data: { id: number }[] }).data.map(({ id }) => id);
const blocks = (count: number): Block[] =>
  Array.from({ length: count }, (_, index) => block(index + 1));

describe('BlockLists', () => {
  it.each<[Block[]]>([
    [[]],
    [[block(1)]],
    [[block(1, 2), block(65), block(129, 130, 131)]],
    [blocks(600)],
    [[block(-1), block(65), block(-2, 129), block(-3)]],
  ])('is the whole list, plain and compressed', async (list) => {
    const found = await lists.represent(list);
    const ids = list.flat().map(({ id }) => id);
    const listed = ids.filter((id) => id > 0);
    const plain = bytesOf(found.content);
    expect(idsIn(plain)).toEqual(listed);
    expect(JSON.parse(plain.toString())).toMatchObject({ total: listed.length });
    expect((await zippedOf(found)).equals(plain)).toBe(true);
  });

  it('makes again only what changed', async () => {
    const [first, second] = [block(1, 2), block(65)];
    bytesOf((await lists.represent([first, second])).content);
    made = [];
    const changed = await lists.represent([first, block(66)]);
    expect(idsIn(bytesOf(changed.content))).toEqual([1, 2, 66]);
    await zippedOf(changed);
    expect(made).toEqual([66]);
  });

  it('has the same hash for the same content only', async () => {
    const hashOf = async (...list: Block[]): Promise<string> => (await lists.represent(list)).hash;
    const hash = await hashOf(block(1, 2), block(65));
    expect(await hashOf(block(1, 2), block(65))).toBe(hash);
    expect(await hashOf(block(1, 2), block(66))).not.toBe(hash);
    expect(await hashOf(block(1), block(2), block(65))).not.toBe(hash);
  });

  it('makes a long list while it is sent, as of the moment when it was asked for', async () => {
    const before = blocks(600);
    const [first, second] = [lists.represent(before), lists.represent(before.with(9, block(700)))];
    expect(lists.represent(before)).toBe(first);
    const { parts, isMadeWhileSent } = (await first).content;
    expect(isMadeWhileSent).toBe(true);
    made = [];
    const sent = parts[Symbol.iterator]();
    for (let left = 3; left > 0; left -= 1) sent.next();
    expect(made).toEqual([1, 2]);
    expect(idsIn(bytesOf((await second).content))[9]).toBe(700);
    expect(idsIn(bytesOf((await first).content))[9]).toBe(10);
  });

  it('compresses the newest list that is waited for, and none that is older than its request', async () => {
    const oldest = blocks(600);
    const versions = [oldest, oldest.with(150, block(1_000)), oldest.with(151, block(1_001))];
    const before = await lists.represent(versions[0]!);
    const begun = before.gzip!();
    // Its turn has come.
    await Promise.resolve();
    await Promise.resolve();
    const [superseded, newest] = await Promise.all(
      versions.slice(1).map(async (list) => lists.represent(list)),
    );
    const waiting = [superseded!.gzip!(), newest!.gzip!()] as const;
    expect((await begun).hash).toBe(before.hash);
    const [one, other] = await Promise.all(waiting);
    expect(one).toBe(other);
    expect(one.hash).toBe(newest!.hash);
    expect(await newest!.gzip!()).toBe(one);
  });
});
