/**
 * Passes on the lines of a turn of the event loop together. At every write, pino's destination measures all that it holds, for a
 * tenth of a poll.
 */
export class LinesOfTurn {
  private lines = '';

  constructor(private readonly destination: { write(text: string): unknown; flushSync(): void }) {
    process.on('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.lines === '') setImmediate(() => this.passOn());
    this.lines += line;
  }

  /** pino calls this after a fatal line. */
  flushSync(): void {
    if (this.lines === '') return;
    this.passOn();
    this.destination.flushSync();
  }

  private passOn(): void {
    if (this.lines !== '') this.destination.write(this.lines);
    this.lines = '';
  }
}
