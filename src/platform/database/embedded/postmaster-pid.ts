import { execFile } from 'node:child_process';
import { readFile, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** State of a cluster's postmaster.pid: it belongs to a running server, or a dead one left it behind. */
interface Occupation {
  readonly server?: RunningServer;
  readonly stalePid?: number;
}

interface RunningServer {
  readonly pid: number;
  readonly port: number;
  readonly host: string;
  readonly status: string;
}

const POLL_MS = 10;
const SETTLE_LIMIT_MS = 10_000;
const IN_USE_AFTER_MS = 1500;
const EMPTY_FILE_LIFETIME_MS = 5000;

const run = promisify(execFile);

/** Waits while a server on the cluster starts or stops. Returns who has the cluster then. */
export async function settle(cluster: string, joinRunning: boolean): Promise<Occupation> {
  const deadline = Date.now() + SETTLE_LIMIT_MS;
  let takenAt = Infinity;
  for (;;) {
    const found = await occupation(cluster);
    if (!found.server) return found;
    const now = Date.now();
    // A server whose service has just been killed says "ready" for a moment more.
    const sureAt = joinRunning ? now : now + IN_USE_AFTER_MS;
    takenAt = found.server.status === 'ready' ? Math.min(takenAt, sureAt) : Infinity;
    if (now >= Math.min(takenAt, deadline)) return found;
    await sleep(POLL_MS);
  }
}

/** Reads from its postmaster.pid whether a server is using a cluster. */
export async function occupation(cluster: string): Promise<Occupation> {
  const text = await readPidFile(join(cluster, 'postmaster.pid'));
  if (text === undefined) return {};
  const [pid, , , port, host = '', , , status = ''] = text.split('\n');
  const server = { pid: Math.abs(Number(pid)), port: Number(port), host, status: status.trim() };
  return (await isPostmaster(server.pid, cluster)) ? { server } : { stalePid: server.pid };
}

async function readPidFile(file: string): Promise<string | undefined> {
  try {
    const text = await readFile(file, 'utf8');
    if (text !== '') return text;
    // Left by a power failure; PostgreSQL would forever take it for that of a server just starting.
    if (Date.now() - (await stat(file)).mtimeMs > EMPTY_FILE_LIFETIME_MS) await rm(file);
  } catch {
    // The file is gone: no server holds the cluster.
  }
  return undefined;
}

async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const ps = run('ps', ['-p', String(pid), '-o', 'stat=,comm=']);
    const { stdout } = await ps.catch(() => ({ stdout: '' }));
    return /^[^Z]\S*\s+(.*\/)?postgres$/.test(stdout.trim());
  }
  const state = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  if (!/^\d+ \(postgres\) [^ZX]/.test(state)) return false;
  // Root without CAP_SYS_PTRACE, as in a container, cannot see the folder of another user's process.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => cluster);
  return folder === cluster;
}
