import type { SupervisedProcess } from './supervised-process.js';

/** Reports of a server's unexpected ends, each with a line for a person. */
export interface EndReports {
  /** Called when the server ended and is started again. */
  onRestart?: ((line: string) => void) | undefined;
  /** Called when the server ended and is not started again. */
  onUnexpectedExit?: ((line: string) => void) | undefined;
}

/** Number of restarts within the time below that may be chance. After more, something else is wrong. */
const RESTARTS = 5;
const WINDOW_MS = 600_000;

/** A server that is started again after it ended unexpectedly, for example because the system killed it for its memory. */
export class RestartedServer {
  private isStopping = false;
  private restarting: Promise<void> = Promise.resolve();
  /** Times of the latest unexpected ends. */
  private endedAtMs: number[] = [];

  /** @param startAgain rejects when the server does not start */
  constructor(
    private server: SupervisedProcess,
    private readonly startAgain: () => Promise<SupervisedProcess>,
    private readonly reports: EndReports,
  ) {
    this.watch();
  }

  /** Ends the server and waits for its end. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.server.end();
    await this.restarting;
    this.server.end();
    await this.server.ended;
  }

  private watch(): void {
    void this.server.ended.then(({ code, lastLine }) => {
      if (this.isStopping) return;
      const line = `PostgreSQL ended unexpectedly (exit code ${code}), after: ${lastLine}`;
      this.restarting = this.restart(line);
    });
  }

  private async restart(line: string): Promise<void> {
    const now = performance.now();
    this.endedAtMs = [...this.endedAtMs.filter((at) => at > now - WINDOW_MS), now];
    if (this.endedAtMs.length > RESTARTS) {
      const minutes = WINDOW_MS / 60_000;
      this.giveUp(`${line}; it ended ${this.endedAtMs.length} times within ${minutes} minutes`);
      return;
    }
    this.reports.onRestart?.(`${line}; it is started again`);
    try {
      this.server = await this.startAgain();
      this.watch();
    } catch (error) {
      if (!this.isStopping) {
        this.giveUp(`${line}; it does not start again: ${(error as Error).message}`);
      }
    }
  }

  private giveUp(line: string): void {
    this.reports.onUnexpectedExit?.(line);
  }
}
