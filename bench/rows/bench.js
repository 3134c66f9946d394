import { Meter } from '../measure/processor-time.js';
import { startService } from '../shop/service.js';

/** The workspace and options that the rows of a run share. */
export class Bench {
  /**
   * @param {import('../shop/workspace.js').Workspace} workspace
   * @param {{ rounds: number, seconds: number, nodeOptions?: string[] }} options
   */
  constructor(workspace, { rounds, seconds, nodeOptions = [] }) {
    this.workspace = workspace;
    this.rounds = rounds;
    this.seconds = seconds;
    this.nodeOptions = nodeOptions;
  }

  /** The folder for the files of a run. */
  get folder() {
    return this.workspace.folder;
  }

  /**
   * Creates the database of a shop and starts the service on it, until the scope ends.
   *
   * @param {import('../shop/scope.js').Scope} scope
   * @param {object} [size] of the shop, where it is not the usual one
   */
  async openShop(scope, size) {
    const { database, clients } = await this.openDatabase(scope, size);
    const { nodeOptions } = this;
    const service = await startService(scope, this.folder, { url: database, nodeOptions });
    const [{ headers }] = clients;
    return { ...service, meter: this.meter(service.pid), database, clients, headers };
  }

  /** Creates the database of a shop without a service. */
  async openDatabase(scope, size) {
    const { url: database, clients } = await this.workspace.shop(scope, size);
    return { database, clients };
  }

  /**
   * Creates the database of a shop and starts instances of the service on it, with their `ports`, until the scope ends.
   *
   * @param {import('../shop/scope.js').Scope} scope
   * @param {{ count?: number, env?: Record<string, string>, pids?: number[], size?: object }} options additional environment
   *   variables; other processes whose time counts as the instances'; the size of the shop, where it is not the usual one
   */
  async openInstances(scope, { count = 1, env = {}, pids = [], size }) {
    const { database, clients } = await this.openDatabase(scope, size);
    const services = [];
    for (let left = count; left > 0; left -= 1) {
      services.push(await startService(scope, this.folder, { url: database, env }));
    }
    const own = services.map(({ pid }) => pid);
    const meter = this.meter(...own, ...pids);
    const ports = services.map(({ baseUrl }) => Number(new URL(baseUrl).port));
    return { baseUrl: services[0].baseUrl, ports, pids: own, meter, database, clients };
  }

  /** Makes a meter of the processor time of some Node processes and PostgreSQL. */
  meter(...pids) {
    return new Meter(pids, this.workspace.postmaster);
  }
}
