import { readFile, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Function that returns the bytes of connections that the system has taken and the caller has not; without those that have none. */
export type UnsentBytes = (sockets: readonly Socket[]) => Promise<ReadonlyMap<Socket, number>>;

const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
/** Line of a connection with bytes that were sent and not taken: their number in hex, and the connection's inode. */
const UNSENT = /^ *\d+:(?: \S+){3} (?!0{8})([0-9A-F]{8}):\S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

/** Reads the send queues of connections from Linux. Other systems do not show them: there, nothing is known. */
export const unsentBytes: UnsentBytes = async (sockets) => {
  const tables = await Promise.all(
    TABLES.map(async (file) => readFile(file, 'latin1').catch(() => '')),
  );
  const bytesByInode = new Map(
    Array.from(tables.join('').matchAll(UNSENT), ([, bytes = '', inode = '']) => [
      inode,
      Number.parseInt(bytes, 16),
    ]),
  );
  const found = new Map<Socket, number>();
  if (bytesByInode.size === 0) return found;
  for (const socket of sockets) {
    const bytes = bytesByInode.get((await inodeOf(socket)) ?? '');
    if (bytes !== undefined) found.set(socket, bytes);
  }
  return found;
};

/** Reads the number by which the system knows a connection; null if it has ended. */
async function inodeOf(socket: Socket): Promise<string | null> {
  const { _handle: handle } = socket as Socket & { _handle?: { fd?: number } | null };
  const link = await readlink(`/proc/self/fd/${handle?.fd ?? -1}`).catch(() => '');
  return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? null;
}
