/** Time without a code after which the same code counts again. */
const PAUSE_MS = 1_000;

/** Takes a bar code once for as long as it is held before the camera. */
export class HeldCode {
  private held: ReadonlySet<string> = new Set();
  private seenAt = -Infinity;

  /**
   * Returns the code to take from what the camera sees at a time. Of several, it is not known which one is meant.
   * - undefined: none, the held one, or several
   */
  next(codes: readonly string[], now: number): string | undefined {
    const [code] = codes;
    if (code === undefined) return undefined;
    const before = now - this.seenAt < PAUSE_MS ? this.held : new Set<string>();
    this.seenAt = now;
    const seen = new Set(codes);
    const isNew = seen.size === 1 && !before.has(code);
    this.held = isNew ? seen : new Set([...before, ...seen]);
    return isNew ? code : undefined;
  }
}
