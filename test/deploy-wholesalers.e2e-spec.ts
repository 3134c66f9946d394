import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from './faults/support/books.js';
import { Crowd } from './faults/support/crowd.js';
import { send as sendTo, statuses, type Answer, type Call } from './faults/support/http.js';
import { HAS_NGINX } from './faults/support/servers/proxies.js';
import { PostgresServer, systemPrograms } from './faults/support/servers/postgres-server.js';
import { execute } from './support/database/database.js';
import { codeBlocksOf } from './support/documents/markdown.js';
import { eventually } from './support/eventually.js';
import { freePort, run, scratchFolder } from './support/processes/run.js';
import { KEEPS_CODE } from './support/processes/service-process.js';
import { headersOf, orderBody } from './support/shop/given.js';

const programs = await systemPrograms();

// One connection for all, which nginx may not take for one wholesaler.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send(port: number, path: string, call: Call): Promise<Answer> {
  return sendTo(`http://localhost:${port}${path}`, { ...call, agent });
}

/** Caller of one wholesaler, through nginx. */
class Wholesaler {
  private headers: Record<string, string> = {};
  private sku = '';

  constructor(
    private readonly name: string,
    private readonly stage: Stage,
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

/** Machine on which the README's commands run, with folders of its own. */
class Stage {
  shopPort = 0;
  officePort = 0;
  settings = '';
  private folder = '';
  private postgres: PostgresServer;
  private env: NodeJS.ProcessEnv = {};
  private commands: string[] = [];

  async begin(): Promise<void> {
    this.folder = await scratchFolder();
    this.settings = join(this.folder, 'etc');
    this.postgres = await PostgresServer.installed(this.folder, programs ?? '');
    await this.postgres.start();
    this.shopPort = await freePort();
    this.officePort = await freePort();
    const bin = join(this.folder, 'bin');
    await mkdir(bin);
    await mkdir(this.settings);
    // No mail server is here, which production would refuse.
    const common = [
      'ALLOW_IN_PRODUCTION=mail',
      'RATE_LIMIT_PER_MINUTE=0',
      'ORDER_RATE_LIMIT_PER_MINUTE=0',
    ];
    await writeFile(join(this.settings, 'common.env'), common.join('\n'));
    const systemctl = resolve('test/support/processes/systemctl.js');
    const nginx = `-p ${this.folder} -c ${this.folder}/nginx.conf -e ${this.folder}/nginx.log`;
    for (const [name, command] of [
      ['systemctl', `"${process.execPath}" "${systemctl}"`],
      ['nginx', `PATH="$AS_BEFORE" nginx ${nginx}`],
    ] as const) {
      await writeFile(join(bin, name), `#!/bin/sh\n${command} "$@"\n`);
      await chmod(join(bin, name), 0o755);
    }
    const { port, username } = new URL(this.postgres.connection.url);
    this.env = {
      ...KEEPS_CODE,
      PATH: `${bin}:${programs}:${process.env.PATH}`,
      AS_BEFORE: process.env.PATH,
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: username,
      WHOLESALERS: this.settings,
      BACKUPS: join(this.folder, 'backups'),
      APP: resolve('.'),
      UNIT: resolve('deploy/wholesalers/wholesaler@.service'),
      ETC: this.settings,
      RUN: this.folder,
    };
    const blocks = await codeBlocksOf('deploy/wholesalers/README.md');
    this.commands = blocks.filter(({ runBy }) => runBy !== null).map(({ text }) => text);
    await this.startNginx();
  }

  async runBlock(part: string, env = {}): Promise<string> {
    const block = this.commands.find((text) => text.includes(part)) ?? '';
    const script = block
      .replaceAll('/etc/wholesalers', this.settings)
      .replaceAll('/var/backups/wholesalers', `${this.folder}/backups`);
    const { stdout } = await run('sh', ['-ec', script], { env: { ...this.env, ...env } });
    return stdout;
  }

  /** Runs a script with arguments. */
  async runScript(name: string, args: string[]): Promise<void> {
    const script = join('deploy/wholesalers', name);
    await run('sh', [script, ...args], { env: this.env });
  }

  async settingOf(wholesaler: string, name: string): Promise<string> {
    const settings = await readFile(join(this.settings, wholesaler, 'env'), 'utf8');
    return new RegExp(`^${name}=(.+)$`, 'm').exec(settings)?.[1] ?? '';
  }

  async sql(...statements: string[]): Promise<void> {
    await execute(this.postgres.connection, ...statements);
  }

  /** Lists the wholesalers of the folder, and the databases and roles of the server. */
  async names(): Promise<unknown> {
    const stored = await query(
      this.postgres.connection,
      'SELECT datname FROM pg_database UNION ALL SELECT rolname FROM pg_roles ORDER BY 1',
    );
    return [(await readdir(this.settings)).sort(), stored];
  }

  async dropAgain(wholesalers: string[]): Promise<void> {
    for (const name of wholesalers) {
      await rm(join(this.settings, name), { recursive: true });
      await this.sql(`DROP DATABASE ${name}`, `DROP ROLE ${name}`);
    }
    await run('nginx', ['-s', 'reload'], { env: this.env });
  }

  /** Returns the message of a script that fails while the configuration of nginx is damaged. */
  async withBrokenNginx(script: () => Promise<void>): Promise<string> {
    const folder = join(this.settings, 'broken');
    await mkdir(folder);
    await writeFile(join(folder, 'nginx.map'), '"shop x.example"');
    const failed = await script().then(
      () => 'it passed',
      (error: Error) => error.message,
    );
    await rm(folder, { recursive: true });
    return failed;
  }

  /** Lists a folder of the backups. */
  backups(folder: string): Promise<string[]> {
    return readdir(join(this.folder, 'backups', folder));
  }

  /** Changes the settings of a wholesaler. */
  async change(name: string, from: RegExp, to: string): Promise<void> {
    const file = join(this.settings, name, 'env');
    await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
  }

  async end(): Promise<void> {
    const stop = ['stop', 'wholesaler@north', 'wholesaler@south'];
    await run('systemctl', stop, { env: this.env }).catch(() => undefined);
    await this.stopNginx();
    await this.postgres.end();
  }

  private stopNginx: () => Promise<unknown> = () => Promise.resolve();

  /** Starts nginx with the shipped configuration. The ports, and parts that need a system of their own, are replaced. */
  private async startNginx(): Promise<void> {
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = kinds.map((kind) => `${kind}_temp_path ${kind};`).join(' ');
    const own = `${process.getuid?.() === 0 ? 'user root;' : ''} pid nginx.pid;\n`;
    const shipped = await readFile('deploy/wholesalers/nginx.conf', 'utf8');
    const text = shipped
      .replaceAll('/etc/wholesalers', this.settings)
      .replaceAll('8080', String(this.shopPort))
      .replaceAll('8081', String(this.officePort))
      .replace('http {', `http { ${temporary}`);
    await writeFile(join(this.folder, 'nginx.conf'), own + text);
    const child = spawn('nginx', ['-g', 'daemon off;'], { env: this.env, stdio: 'ignore' });
    this.stopNginx = async () => {
      await run('nginx', ['-s', 'quit'], { env: this.env });
      if (child.exitCode === null) await once(child, 'exit');
    };
  }
}

const title = 'deploy/wholesalers, by the commands of its README';
(HAS_NGINX && programs ? describe : describe.skip)(title, () => {
  const stage = new Stage();
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
  }, 120_000);
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

  it('connect to no other database of the server', async () => {
    for (const other of ['postgres', 'template1']) {
      const url = (await south.setting('DATABASE_URL')).replace(/south$/, other);
      await expect(execute({ url }, 'SELECT 1')).rejects.toThrow('permission denied for database');
    }
  });

  it('are created one at a time, with a host name that nginx can read', async () => {
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

  it('leave nothing where a step of creating one fails', async () => {
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

  it('restore one while the other notices nothing', async () => {
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
  }, 120_000);

  it('upgrade one after the other, and remove one', async () => {
    expect(await stage.runBlock('upgrade.sh')).toMatch(/^north is ready\nsouth is ready$/m);
    const back = 'ln -sfn FOLDER /opt/wholesale-store-orders';
    await expect(stage.runBlock('upgrade.sh', { PGPORT: '1' })).rejects.toThrow(back);
    await stage.runBlock('DROP DATABASE south');
    expect(await stage.backups('metrics')).toEqual(['north.prom']);
    // Workers of nginx that have the former configuration end a moment later.
    await eventually(async () => (await south.store('me')).status === 421);
    expect((await north.store('me')).status).toBe(200);
  }, 120_000);
});
