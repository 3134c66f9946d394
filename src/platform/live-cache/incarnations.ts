/** A stretch of positions that one run of the database gave out. */
export interface Incarnation {
  /** 12 random hex digits. */
  id: string;
  /** It assigned the positions after this one, up to the start of the next incarnation. */
  start: number;
}

/**
 * Incarnations by the positions that they assigned. After a failover that lost changes, a new incarnation assigns the lost
 * positions again, and cursors must distinguish both.
 */
export class Incarnations {
  /** @param list by age; the positions of the oldest incarnation reach back to the beginning */
  constructor(private readonly list: readonly Incarnation[]) {}

  /** Finds the id of the incarnation that gave out a position; '' before the first one. */
  idOf(position: number): string {
    return (this.list.findLast(({ start }) => start < position) ?? this.list[0])?.id ?? '';
  }

  /**
   * Finds the last surviving position of an incarnation.
   *
   * @returns null for the latest one, and for one that began after the restored backup and is therefore unknown
   */
  endOf(incarnation: string): number | null {
    const at = this.list.findIndex(({ id }) => id === incarnation);
    return at === -1 ? null : (this.list[at + 1]?.start ?? null);
  }
}
