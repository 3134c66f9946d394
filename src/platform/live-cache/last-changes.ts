/** Ids of a block have all but these lowest bits in common. */
const BLOCK_BITS = 6;

interface Block {
  latestXid: number;
  xids: Map<number, number>;
}

/**
 * In which transaction each row last changed, by kind and id. Blocks of ids that did not change are passed
 * over as one: most questions are asked by those who know nearly everything.
 */
export class LastChanges {
  private readonly kinds = new Map<string, Map<number, Block>>();

  clear(): void {
    this.kinds.clear();
  }

  /** A row changed in this transaction, and perhaps in earlier ones. */
  note(kind: string, id: number, xid: number): void {
    let blocks = this.kinds.get(kind);
    if (blocks === undefined) this.kinds.set(kind, (blocks = new Map<number, Block>()));
    let block = blocks.get(id >> BLOCK_BITS);
    if (block === undefined) {
      blocks.set(id >> BLOCK_BITS, (block = { latestXid: 0, xids: new Map<number, number>() }));
    }
    block.xids.set(id, xid);
    block.latestXid = Math.max(block.latestXid, xid);
  }

  /** The rows that changed in this transaction or a later one, in no order. */
  *since(kind: string, xid: number): Generator<number, void> {
    for (const { latestXid, xids } of this.kinds.get(kind)?.values() ?? []) {
      if (latestXid < xid) continue;
      for (const [id, changedXid] of xids) if (changedXid >= xid) yield id;
    }
  }

  /** Whether a row changed in this transaction or a later one. */
  hasChanged(kind: string, id: number, xid: number): boolean {
    return (
      (this.kinds
        .get(kind)
        ?.get(id >> BLOCK_BITS)
        ?.xids.get(id) ?? 0) >= xid
    );
  }
}
