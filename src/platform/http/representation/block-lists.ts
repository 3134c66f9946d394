import { LRUCache } from 'lru-cache';
import { inSlices } from '../../slices.js';
import { contentOf, hashOf, Representation, type HashedContent } from './representation.js';
import { zip } from './zip.js';

const MB = 1024 * 1024;
/** Longer lists are made while they are sent, because a block takes about 100 µs. */
const BLOCKS_AT_ONCE = 64;
/** The texts of longer lists are not kept. */
const KEPT_BLOCKS_MAX = 500;

/** Facts about a block that remain known. They suffice to see if a list has changed. */
interface BlockFacts {
  items: number;
  bytes: number;
  hash: string;
}

/** Texts of blocks and compressed lists of all plans. What does not fit is made again when it is needed. */
export class ListCache {
  /** A smaller size would not hold ten plans of 10,000 products, and each would push out the others. */
  readonly texts = new LRUCache<BlockFacts, Buffer>({
    maxSize: 64 * MB,
    sizeCalculation: ({ length }) => length + 1,
  });
  readonly zipped = new LRUCache<object, HashedContent>({
    maxSize: 144 * MB,
    sizeCalculation: ({ content }) => content.length,
  });
}

let latest: Promise<unknown> = Promise.resolve();

/** Runs work after the previous work has ended, so that only one large list is compressed at a time. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = latest.then(work);
  latest = result.catch(() => undefined);
  return result;
}

/** The JSON text around a list, `[` and `]` included. */
export interface Envelope {
  head: string;
  tail: string;
}

/** A list at the moment of a request. */
interface MadeList<Block> extends Envelope {
  /** Lists that were first requested later have higher numbers. */
  number: number;
  hash: string;
  blocks: readonly Block[];
  /** True if the texts of its blocks are kept. */
  isKept: boolean;
}

/**
 * Represents long lists that consist of blocks; the JSON text of each block object is made once. A list shows the moment of its
 * request, even if making it takes many turns of the event loop.
 */
export class BlockLists<Block extends object> {
  private readonly lists = new WeakMap<readonly Block[], Promise<Representation>>();
  private readonly facts = new WeakMap<Block, BlockFacts>();
  private asked = 0;
  private newest: MadeList<Block> | null = null;
  private waiting: Promise<HashedContent> | null = null;

  /**
   * @param itemsOf the items that a block adds to the list
   * @param envelope the JSON text around the list of all items
   */
  constructor(
    private readonly cache: ListCache,
    private readonly itemsOf: (block: Block) => readonly object[],
    private readonly envelope: (total: number) => Envelope,
  ) {}

  /** @param blocks must not be changed later */
  represent(blocks: readonly Block[]): Promise<Representation> {
    let made = this.lists.get(blocks);
    if (made === undefined) {
      made = this.make(blocks, (this.asked += 1));
      made.catch(() => this.lists.delete(blocks));
      this.lists.set(blocks, made);
    }
    return made;
  }

  private async make(all: readonly Block[], number: number): Promise<Representation> {
    const isKept = all.length <= KEPT_BLOCKS_MAX;
    await inSlices(this.readEach(all, isKept));
    const blocks = all.filter((block) => this.factsOf(block).items > 0);
    const facts = blocks.map((block) => this.factsOf(block));
    const { head, tail } = this.envelope(facts.reduce((sum, { items }) => sum + items, 0));
    const hash = hashOf([head, ...facts.map((known) => known.hash)].join());
    const list = { number, hash, blocks, isKept, head, tail };
    if (number > (this.newest?.number ?? 0)) this.newest = list;
    const parts = { [Symbol.iterator]: () => this.texts(list) };
    const commas = Math.min(blocks.length, 1);
    const length = facts.reduce((sum, { bytes }) => sum + bytes, Buffer.byteLength(head + tail));
    const content = {
      parts,
      length: length - commas,
      isMadeWhileSent: blocks.length > BLOCKS_AT_ONCE,
    };
    return new Representation(hash, content, () => this.zipped(list));
  }

  private *readEach(blocks: readonly Block[], isKept: boolean): Generator<void, void> {
    for (const block of blocks) {
      if (this.facts.has(block)) continue;
      if (isKept) this.keptText(block);
      else this.json(block);
      yield;
    }
  }

  private factsOf(block: Block): BlockFacts {
    return this.facts.get(block)!;
  }

  /**
   * Makes the texts of a list. A text that is not kept is overwritten by the next one: V8 collects its whole heap when many
   * buffers are allocated.
   */
  private *texts({ blocks, isKept, head, tail }: MadeList<Block>): Generator<Buffer, void> {
    const longest = blocks.reduce((size, block) => Math.max(size, this.factsOf(block).bytes), 0);
    const shared = isKept ? null : Buffer.allocUnsafeSlow(longest);
    yield Buffer.from(head);
    for (const [index, block] of blocks.entries()) {
      const text = shared?.subarray(0, shared.write(this.json(block))) ?? this.keptText(block);
      yield index === 0 ? text.subarray(1) : text;
    }
    yield Buffer.from(tail);
  }

  private keptText(block: Block): Buffer {
    const known = this.facts.get(block);
    const kept = known && this.cache.texts.get(known);
    if (kept !== undefined) return kept;
    const text = Buffer.from(this.json(block));
    this.cache.texts.set(this.factsOf(block), text);
    return text;
  }

  /** Makes the text of a block, with a comma before each item. */
  private json(block: Block): string {
    const items = this.itemsOf(block);
    const text = items.length === 0 ? '' : `,${JSON.stringify(items).slice(1, -1)}`;
    if (!this.facts.has(block)) {
      const bytes = Buffer.byteLength(text);
      this.facts.set(block, { items: items.length, bytes, hash: hashOf(text) });
    }
    return text;
  }

  /** Compresses this list or a newer one. All callers that wait for their turn get the newest. */
  private zipped(list: MadeList<Block>): Promise<HashedContent> {
    const kept = this.cache.zipped.get(this);
    if (kept?.hash === list.hash) return Promise.resolve(kept);
    return (this.waiting ??= inTurn(async () => {
      this.waiting = null;
      const { hash } = this.newest!;
      const made = this.cache.zipped.get(this);
      if (made?.hash === hash) return made;
      const zipped = { hash, content: contentOf(await zip(this.texts(this.newest!))) };
      this.cache.zipped.set(this, zipped);
      return zipped;
    }));
  }
}
