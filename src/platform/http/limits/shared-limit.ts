/** Result of counting a request against a limit. */
export interface Taken {
  left: number;
  /** Seconds until the whole limit is available again. */
  seconds: number;
  isExceeded: boolean;
}

/** The state of a key's window after units were counted against it. */
export interface CountedWindow {
  /** All units that were counted in the window, including those beyond the limit. */
  consumed: number;
  msLeft: number;
}

interface Share {
  /** Units of the limit that this instance may still use. */
  own: number;
  /** Units that no instance had taken when this share was taken. */
  untaken: number;
  endsAtMs: number;
}

/** Number of shares of a limit: an instance asks the store once per share. */
const SHARES = 100;

/**
 * A limit that all instances share; each takes a hundredth of it at a time and counts that locally. Together they never exceed
 * it, but unused shares can make them allow slightly less.
 */
export class SharedLimit {
  private readonly shares = new Map<string, Share>();
  private readonly pending = new Map<string, Promise<void>>();
  private readonly shareSize: number;

  /**
   * @param points units in a window
   * @param count counts units against a key's window, beyond the limit too
   */
  constructor(
    private readonly points: number,
    private readonly count: (key: string, units: number) => Promise<CountedWindow>,
  ) {
    this.shareSize = Math.max(1, Math.floor(points / SHARES));
  }

  /** Takes one unit. @throws what `count` throws */
  take(key: string): Taken | Promise<Taken> {
    const nowMs = performance.now();
    const share = this.shares.get(key);
    if (share === undefined || share.endsAtMs <= nowMs) return this.takeNext(key);
    const msLeft = share.endsAtMs - nowMs;
    if (share.own > 0) {
      share.own -= 1;
      return toTaken(share.own + share.untaken, msLeft);
    }
    return share.untaken > 0 ? this.takeNext(key) : toTaken(-1, msLeft);
  }

  private async takeNext(key: string): Promise<Taken> {
    let next = this.pending.get(key);
    if (next === undefined) {
      next = this.takeShare(key).finally(() => this.pending.delete(key));
      this.pending.set(key, next);
    }
    await next;
    return this.take(key);
  }

  private async takeShare(key: string): Promise<void> {
    const { consumed, msLeft } = await this.count(key, this.shareSize);
    const missing = Math.max(0, consumed - this.points);
    this.shares.set(key, {
      own: Math.max(0, this.shareSize - missing),
      untaken: Math.max(0, this.points - consumed),
      endsAtMs: performance.now() + msLeft,
    });
  }
}

/** @param rest below 0: one too many */
export function toTaken(rest: number, msLeft: number): Taken {
  return {
    left: Math.max(0, rest),
    seconds: Math.max(1, Math.ceil(msLeft / 1000)),
    isExceeded: rest < 0,
  };
}
