import { LRUCache } from 'lru-cache';
import { inSlices } from '../../slices.js';
import { compressedChunk, gzipOf, storedChunk, type GzipChunk } from './gzip-chunks.js';
import {
  contentOf,
  COPIED_BYTES_MAX,
  hashOf,
  type Content,
  type Representation,
} from './representation.js';

const MB = 1024 * 1024;
/** Serializing a block takes some 50 µs; more of them are done in slices. */
const BLOCKS_AT_ONCE = 64;
/** The threads of Node's pool; each compression takes 256 kB. */
const COMPRESSED_AT_ONCE = 4;

/** What is known of a block for good: enough to tell whether a list has changed. */
interface BlockSummary {
  /** Number of items. */
  count: number;
  /** In bytes. */
  length: number;
  hash: string;
}

/** The bytes of blocks, plain and compressed, as far as there is room: those of large lists are made again when wanted. */
export class KeptBlocks {
  readonly plain: LRUCache<BlockSummary, Buffer>;
  readonly compressed: LRUCache<BlockSummary, GzipChunk>;
  private latest: Promise<unknown> = Promise.resolve();

  /** @param sizes in bytes */
  constructor({ plain, compressed } = { plain: 16 * MB, compressed: 144 * MB }) {
    this.plain = new LRUCache({ maxSize: plain, sizeCalculation: ({ length }) => length });
    this.compressed = new LRUCache({
      maxSize: compressed,
      sizeCalculation: ({ deflated }) => deflated.length,
    });
  }

  /** Begins when the work before has ended: of all large lists, one at a time is put together. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.latest.then(work);
    this.latest = result.catch(() => undefined);
    return result;
  }
}

/**
 * Represents long lists that come in blocks. A block that is the same object as before is not serialized again to tell
 * whether a list has changed, nor as long as its bytes are kept. A list is of the moment when it was asked for, also
 * where it takes many turns of the event loop to put it together.
 */
export class BlockListRepresenter<Block extends object> {
  private readonly lists = new WeakMap<
    readonly Block[],
    Representation | Promise<Representation>
  >();
  private readonly summaries = new WeakMap<Block, BlockSummary>();

  /**
   * @param itemsOf the JSON of what the list has of a block; none: it is left out
   * @param envelope the JSON text around the list, `[` and `]` included
   * @param pollSeconds when another look at the list is worth it
   */
  constructor(
    private readonly itemsOf: (block: Block) => readonly string[],
    private readonly envelope: (total: number) => { head: string; tail: string },
    private readonly pollSeconds: number,
    private readonly kept: KeptBlocks,
  ) {}

  /** @param list is not changed later */
  represent(list: readonly Block[]): Representation | Promise<Representation> {
    const known = this.lists.get(list);
    if (known !== undefined) return known;
    const unknown = list.filter((block) => !this.summaries.has(block));
    if (unknown.length <= BLOCKS_AT_ONCE) return this.remember(list);
    const made = this.kept
      .inTurn(() => inSlices(each(unknown, (block) => this.summaryOf(block))))
      .then(() => this.remember(list));
    made.catch(() => this.lists.delete(list));
    this.lists.set(list, made);
    return made;
  }

  private remember(list: readonly Block[]): Representation {
    const made = this.build(list);
    this.lists.set(list, made);
    return made;
  }

  private build(list: readonly Block[]): Representation {
    const blocks = list.filter((block) => this.summaryOf(block).count > 0);
    const summaries = blocks.map((block) => this.summaryOf(block));
    const { head, tail } = this.envelope(summaries.reduce((sum, { count }) => sum + count, 0));
    const around = (bytes: readonly Buffer[]): Content =>
      contentOf([Buffer.from(head), ...withCommas(COMMA, bytes), Buffer.from(tail)]);
    const plain = (): Content => around(blocks.map((block) => this.bytesOf(block)));
    const assemble = sharedWhileSmall(() =>
      this.kept.inTurn(() => inSlices(each(blocks, (block) => this.bytesOf(block)))).then(around),
    );
    const isSmall = summaries.reduce((sum, { length }) => sum + length, 0) <= COPIED_BYTES_MAX;
    const isAtHand = (): boolean => summaries.every((summary) => this.kept.plain.has(summary));
    return {
      hash: hashOf([head, ...summaries.map(({ hash }) => hash)].join()),
      content: isSmall ? plain() : () => (isAtHand() ? plain() : assemble()),
      pollSeconds: this.pollSeconds,
      gzip: sharedWhileSmall(async () =>
        gzipOf([
          storedChunk(head),
          ...withCommas(COMMA_CHUNK, await this.compressAll(blocks)),
          storedChunk(tail, { isLast: true }),
        ]),
      ),
    };
  }

  private summaryOf(block: Block): BlockSummary {
    let summary = this.summaries.get(block);
    if (summary === undefined) {
      const items = this.itemsOf(block);
      const bytes = Buffer.from(items.join());
      summary = { count: items.length, length: bytes.length, hash: hashOf(bytes) };
      this.summaries.set(block, summary);
      if (summary.count > 0) this.kept.plain.set(summary, bytes);
    }
    return summary;
  }

  private bytesOf(block: Block): Buffer {
    const summary = this.summaryOf(block);
    let bytes = this.kept.plain.get(summary);
    if (bytes === undefined) {
      bytes = Buffer.from(this.itemsOf(block).join());
      this.kept.plain.set(summary, bytes);
    }
    return bytes;
  }

  /** The compressed blocks, a few at a time: those that are not kept are compressed in turn with other lists. */
  private async compressAll(blocks: readonly Block[]): Promise<GzipChunk[]> {
    const chunks = blocks.map((block) => this.kept.compressed.get(this.summaryOf(block)));
    const missing = [...blocks.keys()].filter((index) => chunks[index] === undefined);
    const compressNext = async (): Promise<void> => {
      for (let index = missing.pop(); index !== undefined; index = missing.pop()) {
        const block = blocks[index]!;
        const chunk = await compressedChunk(this.bytesOf(block));
        this.kept.compressed.set(this.summaryOf(block), chunk);
        chunks[index] = chunk;
      }
    };
    if (missing.length > 0) {
      await this.kept.inTurn(() =>
        Promise.all(Array.from({ length: COMPRESSED_AT_ONCE }, compressNext)),
      );
    }
    return chunks as GzipChunk[];
  }
}

const COMMA = Buffer.from(',');
const COMMA_CHUNK = storedChunk(',');

function withCommas<Part>(comma: Part, parts: readonly Part[]): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [comma, part]));
}

/** Does something with each thing, one a step. @returns what came of them */
function* each<Thing, Made>(
  things: readonly Thing[],
  make: (thing: Thing) => Made,
): Generator<void, Made[]> {
  const made: Made[] = [];
  for (const thing of things) {
    made.push(make(thing));
    yield;
  }
  return made;
}

/** All who ask while a content is made get the same; it is kept where it is small. */
function sharedWhileSmall(make: () => Promise<Content>): () => Promise<Content> {
  let shared: Promise<Content> | null = null;
  return () => {
    if (shared !== null) return shared;
    const made = make();
    shared = made;
    made.then(
      ({ length }) => length > COPIED_BYTES_MAX && (shared = null),
      () => (shared = null),
    );
    return made;
  };
}
