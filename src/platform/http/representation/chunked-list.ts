import { LRUCache } from 'lru-cache';
import { inSlices } from '../../slices.js';
import { writtenBytes, type JsonWriter } from './json-writer.js';
import { ChunkCompressor, gzipOf, storedChunk, type GzipChunk } from './gzip-chunks.js';
import {
  contentOf,
  COPIED_BYTES_MAX,
  hashOf,
  type Content,
  type Representation,
  type VersionedContent,
} from './representation.js';

const MB = 1024 * 1024;
/** Number of blocks serialized at once, at about 40 µs each; more are serialized in slices. */
const BLOCKS_AT_ONCE = 64;
/** The threads of Node's pool; each compression takes 256 kB. */
const COMPRESSED_AT_ONCE = 4;

/** Permanent facts about a block: enough to see whether a list has changed. */
interface BlockSummary {
  /** Number of items. */
  count: number;
  /** In bytes. */
  length: number;
  hash: string;
}

/**
 * Cache of the bytes of blocks, plain and compressed. Its size is limited; blocks that do not fit are serialized again when
 * needed.
 */
export class BlockBytesCache {
  /** Each block begins with a comma. */
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

/** A list as of the moment of a request. */
interface AskedList<Block> {
  /** Lists that were first requested later have higher numbers. */
  number: number;
  hash: string;
  head: string;
  tail: string;
  /** Those that have items. */
  blocks: readonly Block[];
  /** True if its blocks have room among the plain ones that are kept. */
  isKept: boolean;
}

/**
 * Represents long lists that come in blocks. A block that is the same object as before is not serialized again, unless its
 * bytes are needed and no longer cached. A list shows the moment of its request, even if building it takes many turns of
 * the event loop.
 */
export class BlockListRepresenter<Block extends object> {
  private readonly lists = new WeakMap<
    readonly Block[],
    Representation | Promise<Representation>
  >();
  private readonly summaries = new WeakMap<Block, BlockSummary>();
  private asked = 0;
  private newest: { number: number; list: readonly Block[] } = { number: 0, list: [] };
  /**
   * True if a caller took the plain body of the newest list. Then the plain bytes of the next list are cached when they are
   * first written.
   */
  private isPlainWanted = false;
  private readonly compressed: LatestBodyBuilder<AskedList<Block>>;

  /**
   * @param writeItems writes what the list has of a block as JSON, and returns how many items that is; 0: it is left out
   * @param envelope the JSON text around the list, `[` and `]` included
   * @param pollSeconds when another look at the list is worth it
   */
  constructor(
    private readonly writeItems: (writer: JsonWriter, block: Block) => number,
    private readonly envelope: (total: number) => { head: string; tail: string },
    private readonly pollSeconds: number,
    private readonly kept: BlockBytesCache,
  ) {
    this.compressed = new LatestBodyBuilder(
      kept,
      (list) => this.compress(list),
      ({ blocks }) => blocks.every((block) => kept.compressed.has(this.summaryOf(block))),
    );
  }

  /** @param list is not changed later */
  represent(list: readonly Block[]): Representation | Promise<Representation> {
    const known = this.lists.get(list);
    if (known !== undefined) return known;
    const number = (this.asked += 1);
    const remember = (): Representation => {
      const made = this.build(list, number);
      this.lists.set(list, made);
      return made;
    };
    const unknown = list.filter((block) => !this.summaries.has(block));
    if (unknown.length <= BLOCKS_AT_ONCE) {
      for (const block of unknown) this.summaryOf(block, { isKept: this.isPlainWanted });
      return remember();
    }
    const made = this.kept
      .inTurn(() => inSlices(each(unknown, (block) => this.summaryOf(block))))
      .then(remember);
    made.catch(() => this.lists.delete(list));
    this.lists.set(list, made);
    return made;
  }

  private build(list: readonly Block[], number: number): Representation {
    const blocks = list.filter((block) => this.summaryOf(block).count > 0);
    const summaries = blocks.map((block) => this.summaryOf(block));
    const envelope = this.envelope(summaries.reduce((sum, { count }) => sum + count, 0));
    const hash = hashOf([envelope.head, ...summaries.map((summary) => summary.hash)].join());
    const length = summaries.reduce((sum, summary) => sum + summary.length, 0);
    const isKept = length <= this.kept.plain.maxSize;
    const asked = { number, hash, ...envelope, blocks, isKept };
    const whole = (): Content =>
      around(
        asked,
        blocks.map((block) => this.bytesOf(block, asked)),
      );
    const isQuick = (): boolean =>
      isKept &&
      summaries.filter((summary) => !this.kept.plain.has(summary)).length <= BLOCKS_AT_ONCE;
    let small: VersionedContent | undefined;
    this.forgetReplaced(list, number);
    return {
      hash,
      content: () => {
        this.isPlainWanted = true;
        if (length <= COPIED_BYTES_MAX) return (small ??= { hash, content: whole() });
        return { hash, content: isQuick() ? whole() : this.streamed(asked, length) };
      },
      pollSeconds: this.pollSeconds,
      gzip: () => this.compressed.next(asked),
    };
  }

  /** Makes a body whose blocks are made while they are sent. @param length of its blocks in bytes */
  private streamed(list: AskedList<Block>, length: number): Content {
    const [head, tail] = [Buffer.from(list.head), Buffer.from(list.tail)];
    return {
      parts: [head],
      rest: this.blocksOf(list, tail),
      length: head.length + length - COMMA.length + tail.length,
    };
  }

  private *blocksOf(list: AskedList<Block>, tail: Buffer): Generator<Uint8Array, void> {
    const { blocks, isKept } = list;
    const buffer = this.bufferFor(isKept ? [] : blocks);
    for (const [index, block] of blocks.entries()) {
      const bytes = isKept ? this.bytesOf(block, list) : this.copyTo(buffer, block);
      yield index === 0 ? bytes.subarray(COMMA.length) : bytes;
    }
    yield tail;
  }

  /**
   * Lends a buffer that has room for any one of these blocks. One for all blocks that are not kept: V8 collects its whole heap when
   * much memory outside of it was taken.
   */
  private bufferFor(blocks: readonly Block[]): Buffer {
    return Buffer.allocUnsafeSlow(
      blocks.reduce((most, block) => Math.max(most, this.summaryOf(block).length), 0),
    );
  }

  private copyTo(buffer: Buffer, block: Block): Buffer {
    const { bytes } = this.written(block);
    return buffer.subarray(0, bytes.copy(buffer));
  }

  /** Frees the bytes of blocks that are not in the newest list: no later list contains them. */
  private forgetReplaced(list: readonly Block[], number: number): void {
    const { newest } = this;
    if (number < newest.number) return;
    this.newest = { number, list };
    this.isPlainWanted = false;
    const current = new Set(list);
    for (const block of newest.list) {
      if (current.has(block)) continue;
      const summary = this.summaryOf(block);
      this.kept.plain.delete(summary);
      this.kept.compressed.delete(summary);
    }
  }

  private summaryOf(block: Block, { isKept } = { isKept: false }): BlockSummary {
    let summary = this.summaries.get(block);
    if (summary === undefined) {
      const { bytes, count } = this.written(block);
      summary = { count, length: bytes.length, hash: hashOf(bytes) };
      this.summaries.set(block, summary);
      if (isKept) this.kept.plain.set(summary, Buffer.from(bytes));
    }
    return summary;
  }

  private bytesOf(block: Block, { isKept }: { isKept: boolean }): Buffer {
    const summary = this.summaryOf(block);
    const known = this.kept.plain.get(summary);
    if (known !== undefined) return known;
    const bytes = Buffer.from(this.written(block).bytes);
    if (isKept) this.kept.plain.set(summary, bytes);
    return bytes;
  }

  /** Writes a block with its comma; the bytes are overwritten by what is written next. */
  private written(block: Block): { bytes: Buffer; count: number } {
    let count = 0;
    const bytes = writtenBytes((writer) => {
      writer.ascii(',');
      count = this.writeItems(writer, block);
    });
    return { bytes, count };
  }

  /** Compresses those blocks that are not kept, a few at a time. */
  private async compress(list: AskedList<Block>): Promise<Content> {
    const chunks = list.blocks.map((block) => this.kept.compressed.get(this.summaryOf(block)));
    const missing = [...chunks.keys()].filter((index) => chunks[index] === undefined);
    const compressNext = async (): Promise<void> => {
      const compressor = new ChunkCompressor();
      const buffer = this.bufferFor(list.blocks);
      try {
        for (let index = missing.pop(); index !== undefined; index = missing.pop()) {
          const summary = this.summaryOf(list.blocks[index]!);
          const bytes = this.kept.plain.get(summary) ?? this.copyTo(buffer, list.blocks[index]!);
          const chunk = await compressor.compress(bytes.subarray(COMMA.length));
          this.kept.compressed.set(summary, chunk);
          chunks[index] = chunk;
        }
      } finally {
        compressor.close();
      }
    };
    const atOnce = Math.min(missing.length, COMPRESSED_AT_ONCE);
    await Promise.all(Array.from({ length: atOnce }, compressNext));
    return gzipOf([
      storedChunk(list.head),
      ...withCommas(chunks as GzipChunk[]),
      storedChunk(list.tail, { isLast: true }),
    ]);
  }
}

/**
 * Builder of the bodies of lists, one at a time. All callers that wait get the newest list that any of them requested: older
 * ones are out of date and would only keep everyone waiting.
 */
class LatestBodyBuilder<List extends { number: number; hash: string }> {
  /** The latest body, finished or in progress; null if it is too large to be kept. */
  private begun: { number: number; body: Promise<VersionedContent> } | null = null;
  private waiting: { newest: List; body: Promise<VersionedContent> } | null = null;

  /** @param isQuick whether a list is made so fast that it need not wait for its turn */
  constructor(
    private readonly kept: BlockBytesCache,
    private readonly make: (list: List) => Promise<Content>,
    private readonly isQuick: (list: List) => boolean,
  ) {}

  /** Makes the body of this list or of a later version. */
  next(list: List): Promise<VersionedContent> {
    if (this.begun !== null && this.begun.number >= list.number) return this.begun.body;
    const { waiting } = this;
    if (waiting !== null) {
      if (list.number > waiting.newest.number) waiting.newest = list;
      return waiting.body;
    }
    if (this.isQuick(list)) return this.begin(list);
    const body = this.kept.inTurn(() => this.begin(this.waiting?.newest ?? list));
    this.waiting = { newest: list, body };
    return body;
  }

  private begin(list: List): Promise<VersionedContent> {
    this.waiting = null;
    const { hash, number } = list;
    const body = this.make(list).then((content) => ({ hash, content }));
    const begun = { number, body };
    const forget = (): void => {
      if (this.begun === begun) this.begun = null;
    };
    this.begun = begun;
    body.then(({ content }) => content.length > COPIED_BYTES_MAX && forget(), forget);
    return body;
  }
}

const COMMA = Buffer.from(',');
const COMMA_CHUNK = storedChunk(',');

/** Makes a list of the bytes of its blocks. */
function around(
  { head, tail }: { head: string; tail: string },
  blocks: readonly Buffer[],
): Content {
  const parts = blocks.map((bytes, index) => (index === 0 ? bytes.subarray(COMMA.length) : bytes));
  return contentOf([Buffer.from(head), ...parts, Buffer.from(tail)]);
}

function withCommas(chunks: readonly GzipChunk[]): GzipChunk[] {
  return chunks.flatMap((chunk, index) => (index === 0 ? [chunk] : [COMMA_CHUNK, chunk]));
}

/** Processes items one per step. @returns the results */
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
