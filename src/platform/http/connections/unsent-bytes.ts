import { readFile, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Function that returns the bytes of connections that the system has taken and the caller has not; without those that have none. */
export type UnsentBytes = (sockets: readonly Socket[]) => Promise<ReadonlyMap<Socket, number>>;

const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
/** Columns of these tables; the queue is `sent:received` in hex. */
const [QUEUE, INODE] = [4, 9];

/** Reads the send queues of connections from Linux. Other systems do not show them: there, nothing is known. */
export const unsentBytes: UnsentBytes = async (sockets) => {
  const tables = await Promise.all(
    TABLES.map(async (file) => readFile(file, 'latin1').catch(() => '')),
  );
  const table = tables.join('');
  const found = new Map<Socket, number>();
  if (table === '') return found;
  for (const socket of sockets) {
    const inode = await inodeOf(socket);
    const bytes = inode === null ? 0 : queueOf(table, inode);
    if (bytes > 0) found.set(socket, bytes);
  }
  return found;
};

/** Returns the number by which the system knows a connection; null if it has ended. */
async function inodeOf(socket: Socket): Promise<string | null> {
  const { _handle: handle } = socket as Socket & { _handle?: { fd?: number } | null };
  const link = await readlink(`/proc/self/fd/${handle?.fd ?? -1}`).catch(() => '');
  return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? null;
}

function queueOf(table: string, inode: string): number {
  for (let at = 0; (at = table.indexOf(` ${inode} `, at)) >= 0; at += 1) {
    const start = table.lastIndexOf('\n', at) + 1;
    const columns = table.slice(start, table.indexOf('\n', at)).trim().split(/ +/);
    if (columns[INODE] === inode) return Number.parseInt(columns[QUEUE] ?? '0', 16);
  }
  return 0;
}
