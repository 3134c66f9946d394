import { Meter } from './processor-time.js';
import { startService } from './service.js';

/** The workspace and options that the rows of a run share. */
export class Bench {
  #workspace;
  #nodeOptions;

  /**
   * @param {import('./workspace.js').Workspace} workspace
   * @param {{ rounds: number, seconds: number, nodeOptions?: string[] }} options
   */
  constructor(workspace, { rounds, seconds, nodeOptions = [] }) {
    this.#workspace = workspace;
    this.#nodeOptions = nodeOptions;
    this.rounds = rounds;
    this.seconds = seconds;
    /** For the files of a run. */
    this.folder = workspace.folder;
  }

  /** Creates the database of a shop until the scope ends: without a service, and of the usual size unless one is given. */
  async openDatabase(scope, size) {
    const { url: database, clients } = await this.#workspace.shop(scope, size);
    return { database, clients };
  }

  /**
   * Creates the database of a shop and starts instances of the service on it, until the scope ends. `baseUrl` is the first
   * one's, `headers` are the first client's, and the meter counts all instances.
   *
   * @param {import('./scope.js').Scope} scope
   * @param {{ size?: object, count?: number, env?: Record<string, string>, nodeOptions?: string[] }} [options]
   */
  async openShop(scope, { size, count = 1, env = {}, nodeOptions = [] } = {}) {
    const { database, clients } = await this.openDatabase(scope, size);
    const instances = [];
    for (let left = count; left > 0; left -= 1) {
      instances.push(
        await startService(scope, this.folder, {
          nodeOptions: [...this.#nodeOptions, ...nodeOptions],
          env: { DATABASE_URL: database, ...env },
        }),
      );
    }
    const [{ baseUrl }] = instances;
    const meter = this.meter(...instances.map(({ child }) => child.pid));
    return { baseUrl, instances, meter, database, clients, headers: clients[0].headers };
  }

  /** Makes a meter of the processor time of some Node processes and PostgreSQL. */
  meter(...pids) {
    return new Meter(pids, this.#workspace.postmaster);
  }
}
