/** Number of lowest bits that differ between the ids of a block. */
const BLOCK_BITS = 6;
const BLOCK_SIZE = 2 ** BLOCK_BITS;

/** Rows of all kinds whose ids are neighbors. */
interface Block {
  number: number;
  /** Latest position of all its rows. */
  latest: number;
  /** By kind and the lowest bits of the id; 0: no change is known. */
  positions: Map<string, number[]>;
}

/** A change of a row of a kind. With a label: the row lost a name that it had. */
export interface Change {
  kind: string;
  id: number;
  /** '' for a change without a label. */
  label: string;
  position: number;
}

/**
 * The position of the last change of each row, by kind and id. Blocks without changes are skipped, because most readers know
 * nearly everything.
 */
export class LastChanges {
  private readonly blocks = new Map<number, Block>();
  /** The blocks by number; null: they have to be sorted again. */
  private sorted: readonly Block[] | null = null;
  /** Positions by label, by kind and id. */
  private readonly labels = new Map<string, Map<string, number>>();

  /** Records the latest position at which a row changed. */
  note({ kind, id, label, position }: Change): void {
    if (label !== '') {
      const key = `${kind} ${id}`;
      let labels = this.labels.get(key);
      if (labels === undefined) this.labels.set(key, (labels = new Map<string, number>()));
      labels.set(label, Math.max(position, labels.get(label) ?? 0));
    }
    const block = this.blockOf(id >> BLOCK_BITS);
    let positions = block.positions.get(kind);
    if (positions === undefined) {
      block.positions.set(kind, (positions = Array<number>(BLOCK_SIZE).fill(0)));
    }
    const index = id % BLOCK_SIZE;
    positions[index] = Math.max(position, positions[index]!);
    block.latest = Math.max(block.latest, position);
  }

  /** Yields the rows of some kinds that changed after a position, starting after an id; ascending, each once. */
  *since(kinds: readonly string[], position: number, afterId = 0): Generator<number, void> {
    const first = afterId >> BLOCK_BITS;
    this.sorted ??= [...this.blocks.values()].sort((a, b) => a.number - b.number);
    for (const { number, latest, positions } of this.sorted) {
      if (latest <= position || number < first) continue;
      const ofKinds = kinds.map((kind) => positions.get(kind) ?? []);
      for (let index = 0; index < BLOCK_SIZE; index += 1) {
        let changedAt = 0;
        for (const ofKind of ofKinds) changedAt = Math.max(changedAt, ofKind[index] ?? 0);
        const id = number * BLOCK_SIZE + index;
        if (changedAt > position && id > afterId) yield id;
      }
    }
  }

  /** Returns true if a row changed after a position. */
  hasChanged(kind: string, id: number, position: number): boolean {
    const block = this.blocks.get(id >> BLOCK_BITS);
    return (block?.positions.get(kind)?.[id % BLOCK_SIZE] ?? 0) > position;
  }

  /** Lists the labels of a row's changes after a position. */
  labelsSince(kind: string, id: number, position: number): string[] {
    const labels = this.labels.get(`${kind} ${id}`) ?? [];
    return [...labels].filter(([, changedAt]) => changedAt > position).map(([label]) => label);
  }

  private blockOf(number: number): Block {
    let block = this.blocks.get(number);
    if (block === undefined) {
      this.blocks.set(number, (block = { number, latest: 0, positions: new Map() }));
      this.sorted = null;
    }
    return block;
  }
}
