import type { Socket } from 'node:net';
import { unsentBytes, type UnsentBytes } from './unsent-bytes.js';

/** Interval between two looks at what callers have taken. */
export const LOOK_MS = 5_000;
/** Looks without any progress after which a caller is cut off: 30 seconds. */
const STALLED_LOOKS = 6;
/** Looks over which a caller must have taken {@link SLOWEST_BYTES}: 60 seconds. */
const SLOW_LOOKS = 12;
/** 256 bytes a second. */
const SLOWEST_BYTES = (256 * SLOW_LOOKS * LOOK_MS) / 1_000;

/** Bytes within a look after which the system may still hold an answer that Node has handed over. */
const LARGE_BYTES = 65_536;

/** Progress of a connection whose caller has not taken all of an answer. */
interface Waiting {
  /** Bytes that the caller had taken at the latest look that saw any progress, and the looks since. */
  sent: number;
  stalledLooks: number;
  /** Bytes that it had taken when the current measurement of the speed began, and the looks since. */
  sentBefore: number;
  looks: number;
}

/**
 * Watch over callers that take their answers too slowly: nothing for 30 seconds, or less than 256 bytes a second for a minute. It
 * counts looks instead of the time, so that a machine that was suspended cuts no one off. What the system holds counts as not
 * taken: it takes megabytes at once, and none for a minute while a caller at 10 kB/s works through them.
 */
export class SlowReaders {
  private readonly waiting = new Map<Socket, Waiting>();
  /** Bytes written at the latest look. */
  private readonly written = new WeakMap<Socket, number>();

  private isLooking = false;

  constructor(private readonly unsent: UnsentBytes = unsentBytes) {}

  /** Looks at the open connections, and cuts off those that are too slow. */
  async look(open: Iterable<Socket>): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    await this.cutSlow(open).finally(() => (this.isLooking = false));
  }

  private async cutSlow(open: Iterable<Socket>): Promise<void> {
    const suspects = [...open].filter((socket) => this.mayWait(socket));
    const unsent = suspects.length > 0 ? await this.unsent(suspects) : NONE;
    for (const socket of suspects) {
      const held = unsent.get(socket) ?? 0;
      if (socket.destroyed || socket.writableLength + held === 0) this.forget(socket);
      else if (this.isTooSlow(socket, handedOver(socket) - held)) this.cut(socket);
    }
  }

  forget(socket: Socket): void {
    this.waiting.delete(socket);
  }

  /** Tells whether the caller may not have taken all of an answer: looking it up costs a system call. */
  private mayWait(socket: Socket): boolean {
    const before = this.written.get(socket) ?? 0;
    this.written.set(socket, socket.bytesWritten);
    const isLarge = socket.bytesWritten - before >= LARGE_BYTES;
    return isLarge || socket.writableLength > 0 || this.waiting.has(socket);
  }

  private isTooSlow(socket: Socket, sent: number): boolean {
    const known = this.waiting.get(socket);
    if (known === undefined) {
      this.waiting.set(socket, { sent, stalledLooks: 0, sentBefore: sent, looks: 0 });
      return false;
    }
    known.stalledLooks = sent > known.sent ? 0 : known.stalledLooks + 1;
    known.sent = sent;
    known.looks += 1;
    if (known.stalledLooks >= STALLED_LOOKS) return true;
    if (known.looks < SLOW_LOOKS) return false;
    const isSlow = sent - known.sentBefore < SLOWEST_BYTES;
    known.sentBefore = sent;
    known.looks = 0;
    return isSlow;
  }

  /** Resets the connection. After a mere close, the system would keep the rest of the answer for as long as the caller likes. */
  private cut(socket: Socket): void {
    this.forget(socket);
    socket.resetAndDestroy();
  }
}

const NONE: ReadonlyMap<Socket, number> = new Map();

/** Counters of libuv, which Node does not publish: of a long write, `bytesWritten` says nothing before all of it is taken. */
interface Handle {
  bytesWritten?: number;
  writeQueueSize?: number;
}

/** Counts the bytes of a connection that the system has taken over. */
function handedOver(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  return handle?.bytesWritten === undefined || handle.writeQueueSize === undefined
    ? socket.bytesWritten - socket.writableLength
    : handle.bytesWritten - handle.writeQueueSize;
}
