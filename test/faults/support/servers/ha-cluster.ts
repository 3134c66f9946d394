import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterwards, stagedFolder } from '../stage.js';
import { run } from '../../../support/processes/run.js';

const SCRIPTS = resolve('deploy/ha');
const POLL_MS = 200;
const WAIT_LIMIT_MS = 180_000;

interface Member {
  Member: string;
  Host: string;
  Role: 'Leader' | 'Sync Standby' | 'Replica';
  State: string;
}

/** PostgreSQL with three nodes under Patroni, as `deploy/ha` starts it. */
export class HaCluster {
  private constructor(
    private readonly folder: string,
    private readonly env: Record<string, string>,
  ) {}

  /** Starts one, for one test. */
  static async up(): Promise<HaCluster> {
    const folder = await stagedFolder();
    afterwards(() => run(join(SCRIPTS, 'down.sh'), [folder]));
    await run(join(SCRIPTS, 'up.sh'), [folder]);
    const lines = (await readFile(join(folder, 'ha.env'), 'utf8')).trim().split('\n');
    const env = lines.map((line) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]);
    return new HaCluster(folder, Object.fromEntries(env) as Record<string, string>);
  }

  /** All nodes, in the form for the service. */
  get connection(): { url: string } {
    return { url: this.env.DATABASE_URL ?? '' };
  }

  /** The primary of the moment, through HAProxy. */
  get proxied(): { url: string } {
    return { url: this.env.HAPROXY_URL ?? '' };
  }

  /** Returns how long a silent primary stays the primary. */
  get ttlMs(): number {
    return Number(this.env.TTL) * 1_000;
  }

  /** Waits until there are a primary, a synchronous standby and another standby. */
  async settled(): Promise<{ leader: string; candidate: string; url: string }> {
    for (const until = Date.now() + WAIT_LIMIT_MS; Date.now() < until; await sleep(POLL_MS)) {
      const members = await this.members();
      const leader = members.find(({ Role }) => Role === 'Leader');
      const candidate = members.find(({ Role }) => Role === 'Sync Standby');
      const isComplete =
        members.filter(({ State }) => /running|streaming/.test(State)).length === 3;
      if (isComplete && leader !== undefined && candidate !== undefined) {
        const url = `postgres://postgres@${leader.Host}/postgres`;
        return { leader: leader.Member, candidate: candidate.Member, url };
      }
    }
    throw new Error(`the cluster does not settle: ${JSON.stringify(await this.members())}`);
  }

  /** Kills a node as a power failure does. */
  async kill(node: string): Promise<void> {
    await run(join(SCRIPTS, 'node.sh'), [this.folder, 'kill', node]);
  }

  async start(node: string): Promise<void> {
    await run(join(SCRIPTS, 'node.sh'), [this.folder, 'start', node]);
  }

  /** Lets the synchronous standby take over, as planned. */
  async switchOver(leader: string, candidate: string): Promise<void> {
    await run('patronictl', [
      ...['-c', join(this.folder, 'a.yml'), 'switchover', '--force'],
      ...['--leader', leader, '--candidate', candidate],
    ]);
  }

  /** Cuts a node's way to etcd. */
  async cut(node: string): Promise<void> {
    await this.tellProxy(`disable frontend etcd_${node}`);
    await this.tellProxy(`shutdown sessions server etcd_${node}/etcd`);
  }

  async heal(node: string): Promise<void> {
    await this.tellProxy(`enable frontend etcd_${node}`);
  }

  private async members(): Promise<Member[]> {
    const list = ['-c', join(this.folder, 'a.yml'), 'list', '--format', 'json'];
    const { stdout } = await run('patronictl', list).catch(() => ({ stdout: '[]' }));
    return JSON.parse(stdout) as Member[];
  }

  private async tellProxy(command: string): Promise<void> {
    const socket = connect(join(this.folder, 'haproxy.sock'));
    await once(socket, 'connect');
    socket.end(`${command}\n`);
    const said = (await text(socket)).trim();
    if (said !== '') throw new Error(`${command}: ${said}`);
  }
}
