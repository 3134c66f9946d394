import { DatabaseClock } from '../../../../src/platform/clock/database-clock.js';
import type { DatabaseGate, Fate } from './database-gate.js';
import { SimulatedInstance } from './instance.js';
import { AnswerCheck } from './answer-check.js';
import { Operators } from './operators.js';
import { Observer } from './observer.js';
import { endAll, SimulatedSession, type WRITES } from './session.js';
import { connected, type SimulatedServer } from './simulated-server.js';
import { givenStores, type Feed, type SimulatedStore, type StoreOrder } from './store.js';
import { World } from './world.js';

const INSTANCES = 2;
/** Maximum number of requests under way. */
const CALLS = 6;
/** More turns than any ending work takes. */
const TURNS = 500;
const POLLS = 30;
const HURRY = 40;

/** A request that an instance works on. */
interface Call {
  what: string;
  /** Queue of the call: calls of one kind run one after another. */
  lane: string;
}

/**
 * A simulated shop: instances, stores, sessions that change rows, and the record of everything that happened. Only one thing
 * happens at a time, and only in a {@link step}.
 */
export class Simulation {
  /** Counts the steps; the clock of the history. */
  now = 0;
  /** One line for each thing that happened. */
  readonly record: string[] = [];
  readonly check: AnswerCheck;
  readonly world: World;
  readonly operators: Operators;
  readonly stores: SimulatedStore[] = [];
  readonly sessions: SimulatedSession[] = [];
  readonly calls = new Set<Call>();
  instances: SimulatedInstance[] = [];
  private made = 0;
  private isPooled = false;
  private readonly ordered: StoreOrder[] = [];
  /** Ends of requests in this step. */
  private ended: string[] = [];
  /** Checks of the answers that came in this step. */
  private answered: (() => void)[] = [];

  private constructor(
    private readonly server: SimulatedServer,
    private readonly connection: { url: string },
    private readonly gate: DatabaseGate,
    private readonly observer: Observer,
  ) {
    this.check = new AnswerCheck(observer, this.stores);
    this.operators = new Operators(
      observer,
      (instance, what, lane, work) => this.call(instance, what, lane, work),
      () => this.nextNumber(),
    );
    this.world = new World(
      { server, connection, gate, observer, sessions: this.sessions },
      (what, action) => this.step(what, action),
    );
  }

  /** Opens a shop with two plans, a client on each, and three products; `statements` change its database first. */
  static async open(server: SimulatedServer, gate: DatabaseGate, statements: readonly string[]) {
    const connection = await server.database(statements);
    const observer = new Observer(await connected(connection));
    const simulation = new Simulation(server, connection, gate, observer);
    await simulation.setUp();
    return simulation;
  }

  /** Does one thing, waits until all its effects are over, and checks the answers. */
  async step(what: string, action: () => unknown): Promise<void> {
    this.now += 1;
    this.record.push(`${this.now} ${what}`);
    await action();
    await this.gate.settled(() => this.observer.countWaiting());
    // Connections that a crash cuts notice it in any order.
    this.record.push(...this.ended.splice(0).sort());
    this.check.orders(await this.observer.observe(this.now), this.now);
    for (const check of this.answered.splice(0)) check();
  }

  /** Restores older files of the database. Later data is lost, and stores must notice that. */
  async restore(): Promise<void> {
    if (!this.server.canRestore) return;
    this.check.restoredAt = this.now + 1;
    await this.world.restore();
  }

  /** Puts a pooler between the instances and the database. */
  pool(): void {
    this.isPooled = true;
    this.instances.forEach((instance) => instance.hideLosses());
  }

  private nextNumber(): number {
    this.made += 1;
    return this.made;
  }

  async send(index: number, fate: Fate): Promise<void> {
    const { instance = '', text = '' } = this.gate.held[index] ?? {};
    const end = fate === 'lost' ? ', and the answer is lost' : '';
    await this.step(`${instance} sends ${text}${end}`, () => this.gate.send(index, fate));
  }

  /** Sends the waiting statements of an instance, one after the other. */
  async hurry({ name }: SimulatedInstance, count = HURRY): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) {
      const index = this.gate.held.findIndex(({ instance }) => instance === name);
      if (index < 0) return;
      await this.send(index, 'answered');
    }
  }

  get held(): number {
    return this.gate.held.length;
  }

  async poll(feed: Feed, store: SimulatedStore, instance: SimulatedInstance): Promise<void> {
    const copy = store.copyOf(feed);
    const lane = `${store.name} ${feed}`;
    if ([...this.calls].some((call) => call.lane === lane)) return;
    await this.call(instance, `${store.name} polls ${feed}`, lane, async () => {
      const began = this.now;
      const read = feed === 'changes' ? store.pollChanges(instance) : store.pollOrders(instance);
      const page = await read;
      copy.since = page.isRestart ? began : (copy.since ?? began);
      this.answered.push(() => this.check.page(feed, store, page, this.now));
      return `${page.isRestart ? 'reset, ' : ''}${copy.entries.size} known${page.hasMore ? ', more' : ''}`;
    });
  }

  /** Places an order, or sends one again, with a key or without. Both stores use the same ids. */
  async order(
    store: SimulatedStore,
    instance: SimulatedInstance,
    { skus, again, isKeyed }: { skus: readonly string[]; again: number | null; isKeyed: boolean },
  ): Promise<void> {
    const known = again === null ? undefined : this.ordered[again % this.ordered.length];
    const id = known?.id ?? `O-${this.nextNumber()}`;
    const order = known ?? { id, skus, key: isKeyed ? `key of ${id}` : null };
    if (known === undefined) this.ordered.push(order);
    const what = `${store.name} orders ${order.skus.join(' and ')} as ${id}${order.key === null ? '' : ' with a key'}`;
    const work = async (): Promise<string> => {
      const number = await store.place(instance, order);
      this.answered.push(() => this.check.placed(store, order, number, this.now));
      return 'placed';
    };
    await this.call(instance, what, `${store.name} ${id}`, work, store);
  }

  async readProduct(store: SimulatedStore, instance: SimulatedInstance, sku: string) {
    await this.call(instance, `${store.name} reads ${sku}`, '', async () => {
      const began = this.now;
      const received = await store.readProduct(instance, sku);
      this.answered.push(() => this.check.product(store, sku, { received, began, now: this.now }));
      return JSON.stringify(received);
    });
  }

  async readStatus(store: SimulatedStore, instance: SimulatedInstance, index: number) {
    if (this.ordered.length === 0) return;
    const { id } = this.ordered[index % this.ordered.length]!;
    await this.call(instance, `${store.name} reads the status of ${id}`, '', async () => {
      const began = this.now;
      const received = await store.readStatus(instance, id);
      this.answered.push(() => this.check.status(store, id, { received, began, now: this.now }));
      return received?.status ?? 'none';
    });
  }

  async begin(): Promise<void> {
    const name = `session ${this.nextNumber()}`;
    await this.step(`${name} begins`, async () => {
      this.sessions.push(await SimulatedSession.begin(this.connection, name, this.gate));
    });
  }

  async write(session: SimulatedSession, kind: keyof typeof WRITES, sku: string): Promise<void> {
    if (session.isWaiting) return;
    const number = this.nextNumber();
    await this.step(`${session.name} changes the ${kind} of ${sku} (${number})`, () => {
      session.write(kind, number, sku);
    });
  }

  async end(session: SimulatedSession, how: 'commit' | 'rollback'): Promise<void> {
    if (session.isWaiting) return;
    this.sessions.splice(this.sessions.indexOf(session), 1);
    await this.step(`${session.name}: ${how}`, () => session[how]());
  }

  /** Rolls back transactions, as refused requests of operators do. Their transaction ids are used up. */
  async refuse(count: number): Promise<void> {
    await this.step(`${count} transactions are rolled back`, async () => {
      for (let turn = 0; turn < count; turn += 1) {
        await this.observer.session.query('BEGIN; SELECT pg_current_xact_id(); ROLLBACK');
      }
    });
  }

  async restart(index: number): Promise<void> {
    await this.world.makeDurable();
    const old = this.instances[index]!;
    await this.step(`${old.name} is killed, another one is started`, async () => {
      await this.gate.kill(old.name);
      await old.stop();
      await this.startInstance(index);
    });
  }

  /** Lets all work end, compares every store's copy with the database, and checks the stored data. */
  async finish(): Promise<void> {
    await this.step('all sessions commit', () => endAll(this.sessions.splice(0), 'commit'));
    await this.world.makeDurable();
    await this.world.setClock('0');
    await this.sendAll();
    for (const instance of this.instances) {
      await this.operators.expire(instance);
      await this.sendAll();
    }
    for (const store of this.stores) {
      for (const instance of this.instances) {
        for (const feed of ['changes', 'orders'] as const)
          await this.pollAll(feed, store, instance);
      }
    }
    this.check.faults(await this.observer.findFaults(), this.now);
  }

  async close(): Promise<void> {
    this.gate.open();
    await endAll(this.sessions.splice(0), 'rollback');
    for (const instance of this.instances) await instance.stop();
    await this.observer.session.end();
    await this.server.drop(this.connection);
  }

  private async sendAll(): Promise<void> {
    for (let turn = 0; this.held > 0 && turn < TURNS; turn += 1) await this.send(0, 'answered');
    if (this.calls.size > 0) {
      this.check.fail(
        this.now,
        `never answered: ${[...this.calls].map(({ what }) => what).join('; ')}`,
      );
    }
  }

  private async pollAll(feed: Feed, store: SimulatedStore, instance: SimulatedInstance) {
    const copy = store.copyOf(feed);
    const before = copy.rounds;
    for (let turn = 0; turn < POLLS; turn += 1) {
      await this.poll(feed, store, instance);
      await this.sendAll();
      if (copy.rounds > before) return;
    }
    this.check.fail(this.now, `${store.name} never reached the end of ${feed}`);
  }

  private async setUp(): Promise<void> {
    for (let index = 0; index < INSTANCES; index += 1) await this.startInstance(index);
    this.stores.push(...(await givenStores(this.instances[0]!)));
    for (const { name } of this.instances) this.gate.control(name);
    await this.observer.observe(0);
  }

  private async startInstance(index: number): Promise<void> {
    const name = `instance ${index}.${this.nextNumber()}`;
    const instance = await SimulatedInstance.start(this.connection, name);
    // As the first job does.
    await instance.service(DatabaseClock).isTrusted();
    if (this.isPooled) instance.hideLosses();
    this.instances[index] = instance;
    if (this.stores.length > 0) this.gate.control(name);
  }

  /** Begins a request. It ends in a later step. */
  private async call(
    { name: instance }: SimulatedInstance,
    what: string,
    lane: string,
    work: () => Promise<unknown>,
    store?: SimulatedStore,
  ): Promise<void> {
    const call = { what, lane };
    if (this.calls.size >= CALLS) return;
    const outcome = (text: string): void => {
      this.calls.delete(call);
      this.ended.push(`${this.now}   ${what}: ${text}`);
    };
    await this.step(`${what} (${instance})`, () => {
      this.calls.add(call);
      work().then(
        (result) => outcome(typeof result === 'string' ? result : 'done'),
        (error: unknown) => outcome(this.check.refusal(this.now, error, store)),
      );
    });
  }
}
