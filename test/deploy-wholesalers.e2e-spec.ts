import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd } from './faults/support/crowd.js';
import { send as sendTo, statuses, type Answer, type Call } from './faults/support/http.js';
import { givenSilentCallers, HAS_NGINX, WITHOUT_BODY } from './faults/support/servers/proxies.js';
import { systemPrograms } from './faults/support/servers/postgres-server.js';
import { execute } from './support/database/database.js';
import { eventually } from './support/eventually.js';
import { itBeforeRelease } from './support/native/gate.js';
import { WholesalersStage } from './support/processes/wholesalers-stage.js';
import { headersOf, orderBody } from './support/shop/given.js';

const programs = await systemPrograms();

// One connection for all, which nginx may not take for one wholesaler.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send(port: number, path: string, call: Call): Promise<Answer> {
  return sendTo(`http://127.0.0.1:${port}${path}`, { agent, ...call });
}

/** Caller of one wholesaler, through nginx. */
class Wholesaler {
  private headers: Record<string, string> = {};
  private sku = '';

  constructor(
    private readonly name: string,
    private readonly stage: WholesalersStage,
  ) {}

  get host(): string {
    return `orders.${this.name}.example`;
  }

  setting(name: string): Promise<string> {
    return this.stage.settingOf(this.name, name);
  }

  /** Calls a path of the Store API with this wholesaler's token, perhaps at the host name of another. */
  store(path: string, body?: object, host = this.host): Promise<Answer> {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = { ...this.headers, host };
    return send(this.stage.shopPort, `/api/${path}`, { method, headers, body });
  }

  /** Calls a path of the Store API over a connection of its own from an address. */
  storeFrom(localAddress: string, path: string): Promise<Answer> {
    const headers = { ...this.headers, host: this.host };
    return send(this.stage.shopPort, `/api/${path}`, {
      headers,
      agent: new Agent({ localAddress }),
    });
  }

  /** Calls a path of the Admin API, perhaps at the host name of another. */
  async office(method: string, path: string, body?: object, host = `office.${this.host}`) {
    const headers = { host, Authorization: `Bearer ${await this.setting('ADMIN_API_TOKEN')}` };
    return send(this.stage.officePort, `/admin/${path}`, { method, headers, body });
  }

  order(storeOrderId: string = randomUUID()): Promise<Answer> {
    const items = { sku: this.sku, quantity: 1 };
    return this.store('orders', orderBody(items, { store_order_id: storeOrderId }));
  }

  async orderNumbers(): Promise<string[]> {
    const { body } = await this.store('orders?limit=100');
    return (body.data as { order_number: string }[]).map(({ order_number: number }) => number);
  }

  /** Adds a product, and a client with a token. */
  async open(): Promise<void> {
    this.sku = `${this.name}-1`;
    const domain = `store.${this.name}.example`;
    const add = async (method: string, path: string, body: object): Promise<Answer['body']> => {
      const answer = await this.office(method, path, body);
      if (answer.status > 299) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
      return answer.body.data as Answer['body'];
    };
    await add('POST', 'plans', { code: 'gold', name: 'Gold' });
    const product = { sku: this.sku, name: this.sku, base_price: 10, delivery_charge: 1 };
    await add('POST', 'products', { ...product, stock_qty: 100_000 });
    const { id } = await add('POST', 'clients', { name: 'Store', email: 'me@store.example' });
    await add('PUT', `clients/${Number(id)}/subscription`, { plan: 'gold', status: 'active' });
    const { token } = await add('POST', `clients/${Number(id)}/tokens`, { domain });
    this.headers = headersOf(String(token), domain);
  }
}

const title = 'deploy/wholesalers, by the commands of its README';
(HAS_NGINX && programs ? describe : describe.skip)(title, () => {
  const stage = new WholesalersStage(programs ?? '');
  const north = new Wholesaler('north', stage);
  const south = new Wholesaler('south', stage);

  beforeAll(async () => {
    await stage.begin();
    await stage.runBlock('create.sh');
    for (const { host } of [north, south]) {
      const isReady = async () =>
        (await send(stage.shopPort, '/health/ready', { headers: { host } })).status === 200;
      await eventually(() => isReady().catch(() => false));
    }
    await north.open();
    await south.open();
  });
  afterAll(async () => {
    agent.destroy();
    await stage.end();
  });

  it('keep each request in the database of its host name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? north : south).order()),
    );
    expect(statuses(answers)).toEqual({ 201: 40 });
    const [ofNorth, ofSouth] = [await north.orderNumbers(), await south.orderNumbers()];
    expect([ofNorth.length, ofSouth.length]).toEqual([20, 20]);
    expect((await north.store(`orders/${ofSouth[0]}/status`)).status).toBe(404);
    expect((await north.store('products/south-1')).status).toBe(404);
  });

  it('take no token, host name or role of one for another', async () => {
    expect((await north.store('products', undefined, south.host)).status).toBe(401);
    const office = `office.${south.host}`;
    expect((await north.office('GET', 'clients', undefined, office)).status).toBe(401);
    for (const host of ['orders.east.example', 'localhost', `office.${north.host}`]) {
      expect([host, (await north.store('products', undefined, host)).status]).toEqual([host, 421]);
    }
    // Operators of none, also where they know the name of the shop.
    expect((await north.office('GET', 'clients', undefined, north.host)).status).toBe(421);
    const url = (await south.setting('DATABASE_URL')).replace(/south$/, 'north');
    await expect(execute({ url }, 'SELECT 1')).rejects.toThrow('permission denied for database');
    await expect(stage.runBlock('create.sh')).rejects.toThrow('belongs to another wholesaler');
  });

  it('answer others while a store waits by 500 calls, and an address opens more connections than it may', async () => {
    const { body } = await north.store('orders?limit=100');
    const path = `orders?cursor=${String(body.next_cursor)}&wait=25`;
    const waiting = Array.from({ length: 500 }, () => north.storeFrom('127.0.0.3', path));
    const caller = { port: stage.shopPort, localAddress: '127.0.0.4' };
    await givenSilentCallers(2_100, { ...caller, sent: WITHOUT_BODY(north.host) });
    await eventually(async () => (await north.storeFrom('127.0.0.4', 'me')).status === 429);
    const reads = Array.from({ length: 20 }, () => south.storeFrom('127.0.0.2', 'products'));
    expect(statuses(await Promise.all(reads))).toEqual({ 200: 20 });
    await north.order();
    expect(statuses(await Promise.all(waiting))).toEqual({ 200: 500 });
  });

  it('connect to no other database of the server', async () => {
    for (const other of ['postgres', 'template1']) {
      const url = (await south.setting('DATABASE_URL')).replace(/south$/, other);
      await expect(execute({ url }, 'SELECT 1')).rejects.toThrow('permission denied for database');
    }
  });

  itBeforeRelease('are created one at a time, with a host name that nginx can read', async () => {
    const create = (name: string, host: string) =>
      stage.runScript('create.sh', [name, host]).then(
        () => 'created',
        (error: Error) => error.message,
      );
    const before = await stage.names();
    const made = [create('east', 'orders.east.example'), create('west', 'orders.west.example')];
    expect(await Promise.all(made)).toEqual(['created', 'created']);
    const ports = await Promise.all(
      ['north', 'south', 'east', 'west'].map((name) => stage.settingOf(name, 'PORT')),
    );
    expect(new Set(ports).size).toBe(4);

    const hosts = ['Orders.x.example', 'x', '10.0.0.7', 'a..example', '-a.example', 'a.example:80'];
    for (const host of [...hosts, 'x.example" 1;\n"shop y.example', 'x.example\nADMIN=1']) {
      expect([host, await create('bad', host)]).toEqual([host, expect.stringContaining(': use a')]);
    }
    expect(await create('bad\nname', 'x.example')).toContain('use lower-case letters');
    expect(await create('bad', 'east.example')).toBe('created');
    expect(await create('worse', 'office.east.example')).toContain('another wholesaler');
    await stage.dropAgain(['east', 'west', 'bad']);
    expect(await stage.names()).toEqual(before);
  });

  itBeforeRelease('leave nothing where a step of creating one fails', async () => {
    const before = await stage.names();
    const create = () => stage.runScript('create.sh', ['east', 'orders.east.example']);
    const broken = await stage.withBrokenNginx(create);
    expect(broken).toContain('nginx');
    expect(await stage.names()).toEqual(before);
    // Not of this wholesaler: it stays.
    await stage.sql('CREATE DATABASE east');
    await expect(create()).rejects.toThrow('already exists');
    await stage.sql('DROP DATABASE east');
    expect(await stage.names()).toEqual(before);
  });

  itBeforeRelease('restore one while the other notices nothing', async () => {
    const kept = (await north.order('kept')).body.order_number;
    const away = { PGPORT: '1' };
    await expect(stage.runBlock('backup.sh', away)).rejects.toThrow('not backed up: north south');
    expect(await stage.backups('north')).toEqual([]);
    await stage.runBlock('backup.sh');
    expect((await north.order('lost')).status).toBe(201);
    const buyers = new Crowd(2, () => sleep(50).then(() => south.order()));
    await stage.change('north', /\/north$/m, '/north?application_name=a/b');
    const url = await north.setting('DATABASE_URL');
    const other = execute({ url }, 'SELECT pg_sleep(300)').catch(String);
    const said = await stage.runBlock('restore.sh');
    expect(await other).toContain('terminating connection');
    await eventually(async () => (await north.store('me')).status === 200);
    await buyers.leave();
    expect(Object.keys(statuses(buyers.answers))).toEqual(['201']);
    expect(said).toMatch(/^The database of before is north_until_\d{14}$/m);
    expect((await north.order('kept')).body.order_number).toBe(kept);
    expect((await north.order('lost')).status).toBe(201);
  });

  itBeforeRelease('upgrade one after the other, and remove one', async () => {
    expect(await stage.runBlock('upgrade.sh')).toMatch(/^north is ready\nsouth is ready$/m);
    const back = 'ln -sfn FOLDER /opt/wholesale-store-orders';
    await expect(stage.runBlock('upgrade.sh', { PGPORT: '1' })).rejects.toThrow(back);
    await stage.runBlock('DROP DATABASE south');
    expect(await stage.backups('metrics')).toEqual(['north.prom']);
    // Workers of nginx that have the former configuration end a moment later.
    await eventually(async () => (await south.store('me')).status === 421);
    expect((await north.store('me')).status).toBe(200);
  });
});
