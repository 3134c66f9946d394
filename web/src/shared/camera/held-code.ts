/** Time of pictures without a code after which the same code counts again. */
const PAUSE_MS = 1_000;

/**
 * Takes a bar code once for as long as it is held before the camera.
 * - only pictures without it end this: a slow device has seconds between two pictures of one code
 */
export class HeldCode {
  private held: ReadonlySet<string> = new Set();
  private goneAt: number | undefined;

  /**
   * Returns the code to take from what the camera sees at a time. Of several, it is not known which one is meant.
   * - undefined: none, the held one, or several
   */
  next(codes: readonly string[], now: number): string | undefined {
    const [code] = codes;
    if (code === undefined) {
      this.goneAt ??= now;
      if (now - this.goneAt >= PAUSE_MS) this.held = new Set();
      return undefined;
    }
    this.goneAt = undefined;
    const seen = new Set(codes);
    const isNew = seen.size === 1 && !this.held.has(code);
    this.held = isNew ? seen : new Set([...this.held, ...seen]);
    return isNew ? code : undefined;
  }
}
