import { compressedChunk, gzipOf, storedChunk, type GzipChunk } from './gzip-chunks.js';
import { contentOf, hashOf, type Representation } from './representation.js';

interface SerializedBlock {
  bytes: Buffer;
  hash: string;
  chunk?: Promise<GzipChunk>;
}

/**
 * Represents long lists that come in blocks. A block that is the same object as before is neither serialized
 * nor compressed again; an unchanged list is represented by what it was before.
 */
export class BlockListRepresenter<Item> {
  private readonly lists = new WeakMap<object, Representation>();
  private readonly blocks = new WeakMap<object, SerializedBlock>();

  /**
   * @param toJson what the list says of an item
   * @param envelope the JSON text around the list, `[` and `]` included
   * @param pollSeconds when another look at the list is worth it
   */
  constructor(
    private readonly toJson: (item: Item) => object,
    private readonly envelope: (total: number) => { head: string; tail: string },
    private readonly pollSeconds: number,
  ) {}

  /** @param list of blocks, none of them empty */
  represent(list: readonly (readonly Item[])[]): Representation {
    let representation = this.lists.get(list);
    if (representation === undefined) {
      representation = this.build(list);
      this.lists.set(list, representation);
    }
    return representation;
  }

  private build(list: readonly (readonly Item[])[]): Representation {
    const { head, tail } = this.envelope(list.reduce((sum, block) => sum + block.length, 0));
    const blocks = list.map((block) => this.serialize(block));
    const comma = Buffer.from(',');
    const content = contentOf([
      Buffer.from(head),
      ...blocks.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [comma, bytes])),
      Buffer.from(tail),
    ]);
    let gzip: ReturnType<NonNullable<Representation['gzip']>> | undefined;
    return {
      hash: hashOf([head, ...blocks.map(({ hash }) => hash)].join()),
      content,
      pollSeconds: this.pollSeconds,
      gzip: () =>
        (gzip ??= Promise.all(blocks.map(compress)).then((chunks) =>
          gzipOf([
            storedChunk(head),
            ...chunks.flatMap((chunk, index) =>
              index === 0 ? [chunk] : [storedChunk(','), chunk],
            ),
            storedChunk(tail, { isLast: true }),
          ]),
        )),
    };
  }

  private serialize(block: readonly Item[]): SerializedBlock {
    let serialized = this.blocks.get(block);
    if (serialized === undefined) {
      const bytes = Buffer.from(JSON.stringify(block.map(this.toJson)).slice(1, -1));
      serialized = { bytes, hash: hashOf(bytes) };
      this.blocks.set(block, serialized);
    }
    return serialized;
  }
}

function compress(block: SerializedBlock): Promise<GzipChunk> {
  return (block.chunk ??= compressedChunk(block.bytes));
}
