/** Two consecutive texts in a buffer that other texts share. */
export interface CutText {
  readonly bytes: Buffer;
  readonly start: number;
  /** Position at which the second text begins. */
  readonly cut: number;
  readonly end: number;
}

/**
 * Storage for texts outside of V8's heap: they are the largest part of the catalog, and the garbage collector would
 * pause the process to mark and move them.
 */
export class TextSlabs {
  private slab = Buffer.alloc(0);
  private used = 0;

  /**
   * @param slabBytes size of a slab, which is freed when no text in it is referenced anymore; 0 gives each pair of texts
   *   its own
   */
  constructor(private readonly slabBytes: number) {}

  keep(first: string, second: string): CutText {
    const length = Buffer.byteLength(first) + Buffer.byteLength(second);
    if (this.used + length > this.slab.length) {
      this.slab = Buffer.allocUnsafeSlow(Math.max(length, this.slabBytes));
      this.used = 0;
    }
    const { slab: bytes, used: start } = this;
    const cut = start + bytes.write(first, start);
    this.used = cut + bytes.write(second, cut);
    return { bytes, start, cut, end: this.used };
  }
}
