/** A stretch of positions that one run of the database gave out. */
export interface Incarnation {
  /** 12 random hex digits. */
  id: string;
  /** It gave out the positions after this one, up to the start of the next incarnation. */
  start: number;
}

/**
 * Incarnations by the positions that they assigned. After a failover that lost changes, another incarnation assigns the
 * lost positions again; this distinguishes their cursors from those of positions that survived.
 */
export class Incarnations {
  /** @param list by age; the positions of the oldest reach back to the beginning */
  constructor(private readonly list: readonly Incarnation[]) {}

  /** Finds the id of the incarnation that gave out a position; '' before the first one. */
  idOf(position: number): string {
    return (this.list.findLast(({ start }) => start < position) ?? this.list[0])?.id ?? '';
  }

  /**
   * Finds the last position of an incarnation that survived; null for the latest one, and for one that is not known because it
   * began after the backup that was restored.
   */
  endOf(incarnation: string): number | null {
    const at = this.list.findIndex(({ id }) => id === incarnation);
    return at === -1 ? null : (this.list[at + 1]?.start ?? null);
  }
}
