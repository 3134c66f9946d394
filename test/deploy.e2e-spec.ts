import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse } from 'yaml';
import { subnetMatcher, toSubnet } from '../src/platform/config/subnet.js';
import { readSettings } from '../src/settings.js';
import { assertFitForProduction, checkSettings } from '../src/start/production/checks.js';
import { TestApp } from './support/app.js';
import { HAS_NGINX } from './faults/support/servers/nginx.js';
import { withoutFiles } from './support/documents/deployed-environment.js';
import { eventually } from './support/eventually.js';
import { freePort, run, scratchFolder } from './support/processes/run.js';

const HAS_AMTOOL = spawnSync('amtool', ['--version']).status === 0;

interface Instance {
  environment: Record<string, string>;
  networks: { default: { ipv4_address: string } };
}

const folder = join(await scratchFolder(), 'compose');
await cp('deploy/compose', folder, { recursive: true });

/** The folder of the Compose file. No engine runs here, so its parts are tried one by one. */
describe('deploy/compose', () => {
  it('makes secrets once that the service takes', async () => {
    const script = join(folder, 'secrets.sh');
    await run(script);
    const read = (name: string): string => join(folder, 'secrets', name);
    const settings = readSettings({
      NODE_ENV: 'production',
      DATABASE_URL_FILE: read('database_url'),
      ADMIN_API_TOKEN_FILE: read('admin_api_token'),
      SECRETS_KEY_FILE: read('secrets_key'),
      REDIS_URL_FILE: read('redis_url'),
    });
    const password = await readFile(read('postgres_password'), 'utf8');
    expect(settings.databaseUrl).toBe(`postgres://orders:${password}@postgres:5432/orders`);
    const { password: redisPassword } = new URL(settings.redisUrl ?? '');
    expect(await readFile(read('redis_conf'), 'utf8')).toBe(`requirepass ${redisPassword}\n`);
    expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700);
    await expect(run(script)).rejects.toThrow('already exists');
  });

  it('starts in production with the exceptions that it names', async () => {
    const folderOf = join(folder, 'compose.yaml');
    const { services } = parse(await readFile(folderOf, 'utf8'), { merge: true }) as {
      services: Record<'service-a', { environment: Record<string, string> }>;
    };
    const { environment } = services['service-a'];
    const entries = Object.entries(withoutFiles(environment));
    const defaults = Object.fromEntries(
      entries.map(([name, value]) => [name, value.replace(/^\$\{\w+:-(.*)\}$/, '$1')]),
    );
    const settings = readSettings({
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://orders:password@postgres:5432/orders',
      ADMIN_API_TOKEN: randomBytes(24).toString('hex'),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      REDIS_URL: 'redis://:password@redis:6379',
      ...defaults,
    });
    const warnings = assertFitForProduction(settings, checkSettings(settings));
    expect(warnings.map((line) => line.split(':')[0])).toEqual([
      'http',
      'mail',
      'database',
      'redis',
    ]);
  });

  it('confines every program', async () => {
    const text = await readFile(join(folder, 'compose.yaml'), 'utf8');
    const { services } = parse(text, { merge: true }) as { services: Record<string, object> };
    expect(Object.keys(services)).toHaveLength(10);
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  it('sets variables that the service reads', async () => {
    const compose = await readFile(join(folder, 'compose.yaml'), 'utf8');
    const [, block = ''] = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(compose) ?? [];
    const names = [...block.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(4);
    const example = await readFile('.env.example', 'utf8');
    for (const name of names) expect(example).toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('archives WAL by a script that is mounted', async () => {
    const text = await readFile(join(folder, 'compose.yaml'), 'utf8');
    const { services } = parse(text, { merge: true }) as {
      services: { postgres: { command: string; volumes: string[] } };
    };
    const { command, volumes } = services.postgres;
    expect(command).toContain('-c archive_mode=on -c archive_timeout=60');
    const [, script = ''] =
      /'archive_command=sh \/backup-scripts\/(\S+) "%p" "\/backup\/wal\/%f"'/.exec(command) ?? [];
    expect(existsSync(join('deploy/backup', script))).toBe(true);
    expect(volumes).toEqual(
      expect.arrayContaining(['backup:/backup', '../backup:/backup-scripts:ro']),
    );
  });

  it('trusts the address of nginx alone, which overwrites what callers say of theirs', async () => {
    const text = await readFile(join(folder, 'compose.yaml'), 'utf8');
    const { services, networks } = parse(text, { merge: true }) as {
      services: {
        nginx: { networks: { default: { ipv4_address: string } } };
        'service-a': Instance;
        'service-b': Instance;
      };
      networks: { default: { ipam: { config: [{ subnet: string }] } } };
    };
    const { environment } = services['service-a'];
    const { ipv4_address: address } = services.nginx.networks.default;
    expect(environment.TRUST_PROXY).toBe(address);
    const { subnet } = networks.default.ipam.config[0];
    const instances = [services['service-a'], services['service-b']];
    const own = instances.map((instance) => instance.networks.default.ipv4_address);
    expect(new Set([...own, address]).size).toBe(3);
    for (const one of [...own, address]) expect(subnetMatcher([toSubnet(subnet)!])(one)).toBe(true);
    const nginx = await readFile(join(folder, 'nginx.conf'), 'utf8');
    expect(nginx.match(/X-Forwarded-For .*;/g)).toEqual(['X-Forwarded-For $remote_addr;']);
    // Header lines of a location would replace those of the server.
    expect(nginx.match(/proxy_set_header/g)).toHaveLength(3);
    // Operators and Prometheus use the port that serves them.
    const port = `:${environment.OPERATIONS_PORT}`;
    expect(nginx.match(/service-[ab]:\d+/g)?.slice(2)).toEqual([
      `service-a${port}`,
      `service-b${port}`,
    ]);
    const prometheus = await readFile(join(folder, 'prometheus.yml'), 'utf8');
    expect(prometheus.match(/service-[ab]:\d+/g)).toEqual([`service-a${port}`, `service-b${port}`]);
  });
});

describe('the files of deploy/compose', () => {
  it('names services, volumes and secrets that it has', async () => {
    const compose = parse(await readFile(join(folder, 'compose.yaml'), 'utf8'), {
      merge: true,
    }) as {
      services: Record<string, { depends_on?: object; volumes?: string[]; secrets?: string[] }>;
      volumes: object;
      secrets: object;
    };
    const { services } = compose;
    const named = (of: (service: (typeof services)[string]) => string[]): string[] => [
      ...new Set(Object.values(services).flatMap(of)),
    ];
    const dependencies = named(({ depends_on: names = {} }) =>
      Array.isArray(names) ? (names as string[]) : Object.keys(names),
    );
    expect(Object.keys(services)).toEqual(expect.arrayContaining(dependencies));
    expect(named(({ secrets = [] }) => secrets).sort()).toEqual(
      Object.keys(compose.secrets).sort(),
    );
    const mounted = named(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]!));
    const [paths, volumes] = [/^\./, /^\w/].map((kind) => mounted.filter((one) => kind.test(one)));
    expect(volumes!.sort()).toEqual(Object.keys(compose.volumes).sort());
    for (const path of paths!) {
      expect([path, existsSync(join('deploy/compose', path))]).toEqual([path, true]);
    }
  });

  (HAS_AMTOOL ? it : it.skip)('has a configuration that Alertmanager takes', async () => {
    const { stdout } = await run('amtool', ['check-config', join(folder, 'alertmanager.yml')]);
    expect(stdout).toContain('3 receivers');
    expect(await readFile(join(folder, 'prometheus.yml'), 'utf8')).toContain('alertmanager:9093');
  });

  (HAS_NGINX ? it : it.skip)(
    'leads through nginx to the instances, with the address that it sees',
    async () => {
      const instance = createServer((request, response) => {
        response.end(String(request.headers['x-forwarded-for']));
      }).listen(0, '127.0.0.1');
      await once(instance, 'listening');
      const nginx = await startShippedNginx((instance.address() as AddressInfo).port);
      for (const door of [nginx.shop, nginx.office]) {
        const answer = await fetch(door, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
        expect(await answer.text()).toBe('127.0.0.1');
      }
      await nginx.stop();
      instance.close();
    },
  );

  (HAS_NGINX ? it : it.skip)(
    'hides the metrics of the main port behind nginx, and shows them on this machine, and with the token',
    async () => {
      const token = 'metrics-of-the-wholesaler-0123456789';
      const statusOf = async (url: string, headers = {}): Promise<number> =>
        (await fetch(`${url}/metrics`, { headers })).status;
      const bearer = { Authorization: `Bearer ${token}` };
      for (const TRUST_PROXY of ['', '127.0.0.1']) {
        const env = { NODE_ENV: 'production', TRUST_PROXY, METRICS_TOKEN: token };
        const app = await TestApp.start(env);
        const nginx = await startShippedNginx((app.server.address() as AddressInfo).port);
        expect(await statusOf(nginx.shop)).toBe(404);
        expect(await statusOf(nginx.shop, { Authorization: 'Bearer guessed' })).toBe(404);
        expect(await statusOf(nginx.shop, bearer)).toBe(200);
        expect(await statusOf(app.baseUrl)).toBe(TRUST_PROXY === '' ? 200 : 404);
        expect(await statusOf(app.baseUrl, { Via: '1.1 a' })).toBe(404);
        expect(await statusOf(app.baseUrl, { Forwarded: 'for=10.0.0.1' })).toBe(404);
        expect(await statusOf(app.baseUrl, { 'X-Real-IP': '10.0.0.1' })).toBe(404);
        await nginx.stop();
        await app.stop();
      }
    },
  );

  /** Starts the shipped nginx before a port of this machine. */
  async function startShippedNginx(
    port: number,
  ): Promise<{ shop: string; office: string; stop: () => Promise<void> }> {
    const [shop, office] = [await freePort(), await freePort()];
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const shipped = await readFile('deploy/compose/nginx.conf', 'utf8');
    const text = shipped
      .replaceAll(/service-[ab]:\d+/g, `127.0.0.1:${port}`)
      .replace('listen 8080', `listen ${shop}`)
      .replace('listen 8081', `listen ${office}`)
      .replace(
        'http {',
        `http { ${temporary.map((name) => `${name}_temp_path ${name};`).join(' ')}`,
      );
    const own = `daemon off; pid nginx.pid; ${process.getuid?.() === 0 ? 'user root;' : ''}\n`;
    await writeFile(join(folder, 'nginx-here.conf'), own + text);
    const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx-here.conf', '-e', 'nginx.log']);
    const urls = { shop: `http://127.0.0.1:${shop}`, office: `http://127.0.0.1:${office}` };
    const answers = (url: string) => fetch(url).then(...([() => true, () => false] as const));
    await eventually(async () => (await answers(urls.shop)) && (await answers(urls.office)));
    const stop = async (): Promise<void> => {
      nginx.kill('SIGQUIT');
      await once(nginx, 'exit');
    };
    return { ...urls, stop };
  }
});

describe('deploy/backup', () => {
  const backups = `${folder}-backups`;

  it('restores to one moment, in any time zone and words', async () => {
    await mkdir(join(backups, 'base', '20261122T050000Z'), { recursive: true });
    const restore = async (to: string, time: string): Promise<string> => {
      const data = join(backups, to);
      await run('sh', ['deploy/backup/restore.sh', backups, data, time]);
      const text = await readFile(join(data, 'postgresql.auto.conf'), 'utf8');
      return /recovery_target_time = '(.+)'/.exec(text)?.[1] ?? '';
    };
    expect(await restore('a', '2026-11-22 10:35:00.25+05:30')).toBe(
      '2026-11-22 05:05:00.250000+00',
    );
    expect(await restore('b', '2026-11-22 05:05')).toBe('2026-11-22 05:05:00.000000+00');
    expect(await restore('latest', 'latest')).toBe('');
    await expect(restore('c', '2026-11-22 10:30+05:30')).rejects.toThrow('no base backup ended');
    await expect(restore('a', '2026-11-22 05:05')).rejects.toThrow('is not empty');
    await expect(restore('c', 'some time')).rejects.toThrow('invalid date');
  });
});
