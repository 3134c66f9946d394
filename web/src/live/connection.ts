import { anything, type Change } from './kinds';

const ADDRESS = '/dashboard/api/changes';
/** Pause after the first failure, and up to twice as long: the browsers of an instance that ended do not come back at once. */
const AGAIN_MS = 1_000;
/** Pause from the second failure on, and the interval in which pages ask without a connection. */
const POLL_MS = 15_000;

/** The connection of a browser, on which the service tells what changed. */
export class Connection {
  private source: EventSource | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;

  constructor(private readonly tell: (change: Change) => void) {}

  open(): void {
    if (this.source === null && this.again === undefined) this.connect();
  }

  close(): void {
    this.source?.close();
    this.source = null;
    clearTimeout(this.again);
    this.again = undefined;
  }

  private connect(): void {
    const source = new EventSource(ADDRESS);
    this.source = source;
    source.onopen = () => {
      this.failures = 0;
      this.tell(anything());
    };
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const { kinds } = JSON.parse(data) as Pick<Change, 'kinds'>;
      this.tell({ kinds, before: null });
    };
    source.onerror = () => {
      this.close();
      this.failures += 1;
      const isPolling = this.failures > 1;
      const pauseMs = isPolling ? POLL_MS : AGAIN_MS * (1 + Math.random());
      this.again = setTimeout(() => {
        this.again = undefined;
        if (isPolling) this.tell(anything());
        this.connect();
      }, pauseMs);
    };
  }
}
