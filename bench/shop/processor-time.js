import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks of /proc: 100 a second on every Linux that Node runs on. */
const TICK_US = 10_000;

/** Processor time in microseconds, that of PostgreSQL of all its processes. @typedef {{ node: number, postgres: number }} ProcessorTime */

/** A meter of the processor time of Node processes together and of the PostgreSQL server. */
export class Meter {
  #pids;
  #postmaster;

  /**
   * @param {number[]} pids the Node processes
   * @param {number} postmaster PostgreSQL's first process, on this machine
   */
  constructor(pids, postmaster) {
    this.#pids = pids;
    this.#postmaster = postmaster;
  }

  /** @returns {Promise<ProcessorTime>} since the two were started */
  async read() {
    return { node: await sumOfOwnUs(this.#pids), postgres: await treeUs(this.#postmaster) };
  }
}

export async function parentOf(pid) {
  return (await readStat(pid)).parent;
}

/** Reads the processor time of a process with its children, including those that ended. */
async function treeUs(pid) {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(
    processes.map(async (child) => ({ child, ...(await readStat(child)) })),
  );
  const alive = stats.filter(({ parent }) => parent === pid).map(({ child }) => child);
  const { endedChildrenUs } = await readStat(pid);
  return endedChildrenUs + (await sumOfOwnUs([pid, ...alive]));
}

async function sumOfOwnUs(pids) {
  const times = await Promise.all(pids.map(ownUs));
  return times.reduce((sum, us) => sum + us, 0);
}

/** Reads the processor time of all threads of a process. A process or a thread that has ended counts 0. */
async function ownUs(pid) {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = threads.map(async (thread) => {
    const file = `/proc/${pid}/task/${thread}/schedstat`;
    const text = await readFile(file, 'utf8').catch(() => '0');
    return Number(text.split(' ')[0]) / 1_000;
  });
  return (await Promise.all(times)).reduce((sum, us) => sum + us, 0);
}

async function readStat(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The program's name in parentheses may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, userTicks, systemTicks] = [fields[1], fields[13], fields[14]].map(Number);
  return { parent, endedChildrenUs: (userTicks + systemTicks) * TICK_US };
}
