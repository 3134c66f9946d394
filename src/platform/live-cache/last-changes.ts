/** Ids of a block have all but these lowest bits in common. */
const BLOCK_BITS = 6;

interface Block {
  latest: number;
  positions: Map<number, number>;
}

/** A change of a row of a kind; with a label, the loss of a name that it had. */
export interface Change {
  kind: string;
  id: number;
  /** '' for a change without a label. */
  label: string;
  position: number;
}

/**
 * At which position each row last changed, by kind and id. Blocks of ids that did not change are passed
 * over as one: most questions are asked by those who know nearly everything.
 */
export class LastChanges {
  private readonly kinds = new Map<string, Map<number, Block>>();
  /** The numbers of the blocks of all kinds, ascending; null: to be found again. */
  private numbers: readonly number[] | null = null;
  /** Positions by label, by kind and id. */
  private readonly labels = new Map<string, Map<string, number>>();

  /** A row changed at this position, and perhaps at earlier ones. */
  note({ kind, id, label, position }: Change): void {
    if (label !== '') {
      const key = `${kind} ${id}`;
      let labels = this.labels.get(key);
      if (labels === undefined) this.labels.set(key, (labels = new Map<string, number>()));
      labels.set(label, Math.max(position, labels.get(label) ?? 0));
    }
    let blocks = this.kinds.get(kind);
    if (blocks === undefined) this.kinds.set(kind, (blocks = new Map<number, Block>()));
    let block = blocks.get(id >> BLOCK_BITS);
    if (block === undefined) {
      blocks.set(id >> BLOCK_BITS, (block = { latest: 0, positions: new Map<number, number>() }));
      this.numbers = null;
    }
    block.positions.set(id, Math.max(position, block.positions.get(id) ?? 0));
    block.latest = Math.max(block.latest, position);
  }

  /** The rows of some kinds that changed after a position, those after an id; ascending, each once. */
  *since(kinds: readonly string[], position: number, afterId = 0): Generator<number, void> {
    const blocksOf = kinds.flatMap((kind) => this.kinds.get(kind) ?? []);
    const first = afterId >> BLOCK_BITS;
    for (const number of this.blockNumbers()) {
      if (number < first) continue;
      let ids: Set<number> | null = null;
      for (const blocks of blocksOf) {
        const block = blocks.get(number);
        if (block === undefined || block.latest <= position) continue;
        ids ??= new Set();
        for (const [id, changedAt] of block.positions) {
          if (changedAt > position && id > afterId) ids.add(id);
        }
      }
      if (ids !== null) yield* [...ids].sort((a, b) => a - b);
    }
  }

  /** Whether a row changed after a position. */
  hasChanged(kind: string, id: number, position: number): boolean {
    const block = this.kinds.get(kind)?.get(id >> BLOCK_BITS);
    return (block?.positions.get(id) ?? 0) > position;
  }

  /** The labels of a row's changes after a position. */
  labelsSince(kind: string, id: number, position: number): string[] {
    const labels = this.labels.get(`${kind} ${id}`) ?? new Map<string, number>();
    return [...labels].filter(([, changedAt]) => changedAt > position).map(([label]) => label);
  }

  private blockNumbers(): readonly number[] {
    if (this.numbers === null) {
      const numbers = new Set([...this.kinds.values()].flatMap((blocks) => [...blocks.keys()]));
      this.numbers = [...numbers].sort((a, b) => a - b);
    }
    return this.numbers;
  }
}
