const WINDOW_MS = 300_000;

/** The limits of a courier's calls in five minutes, by the beginnings of their paths. */
export class CallLimits {
  private readonly taken = new Map<string, number[]>();
  private readonly violations = new Set<string>();

  constructor(private readonly limits: Readonly<Record<string, number>>) {}

  /** Counts a call. Returns false if it is above the limit. */
  take(path: string, now = Date.now()): boolean {
    const prefix = Object.keys(this.limits).find((start) => path.startsWith(start));
    if (prefix === undefined) return true;
    const recent = this.taken.get(prefix) ?? [];
    this.taken.set(prefix, recent);
    recent.push(now);
    while (recent[0]! <= now - WINDOW_MS) recent.shift();
    if (recent.length <= this.limits[prefix]!) return true;
    this.passed(`more than ${this.limits[prefix]} calls of ${prefix} in five minutes`);
    return false;
  }

  passed(limit: string): void {
    this.violations.add(limit);
  }

  /** @throws if a limit was passed */
  check(): void {
    if (this.violations.size > 0) throw new Error([...this.violations].join(', '));
  }
}
