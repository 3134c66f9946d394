import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { subnetMatcher, toSubnet } from '../src/platform/config/subnet.js';
import { readSettings } from '../src/settings.js';
import { assertFitForProduction, checkSettings } from '../src/start/production/checks.js';
import { withoutFiles } from './support/documents/deployed-environment.js';
import { run, scratchFolder } from './support/processes/run.js';

const HAS_AMTOOL = spawnSync('amtool', ['--version']).status === 0;

interface Instance {
  environment: Record<string, string>;
  networks: { default: { ipv4_address: string } };
}

const copy = await scratchFolder();
await cp('deploy', copy, { recursive: true });
const folder = join(copy, 'compose');

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
      METRICS_TOKEN_FILE: read('metrics_token'),
      SECRETS_KEY_FILE: read('secrets_key'),
      REDIS_URL_FILE: read('redis_url'),
    });
    expect(settings.metricsToken).toBe(await readFile(read('metrics_token'), 'utf8'));
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
    expect(warnings.map((line) => line.split(':')[0])).toEqual(['mail', 'database', 'redis']);
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

  it('trusts the address of nginx alone, and runs the shipped nginx.conf', async () => {
    const text = await readFile(join(folder, 'compose.yaml'), 'utf8');
    const { services, networks } = parse(text, { merge: true }) as {
      services: {
        nginx: {
          networks: { default: { ipv4_address: string } };
          volumes: string[];
          ports: string[];
        };
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
    // The shipped file, which has another test, at the ports and names that it has.
    const { volumes, ports } = services.nginx;
    expect(volumes).toContain('../proxy/nginx.conf:/etc/nginx/nginx.conf:ro');
    expect(ports).toEqual(['80:80', '443:443', '127.0.0.1:8443:8443']);
    const nginx = await readFile('deploy/proxy/nginx.conf', 'utf8');
    const port = `:${environment.OPERATIONS_PORT}`;
    expect(new Set(nginx.match(/service-[ab]:\d+/g))).toEqual(
      new Set(['a', 'b'].flatMap((name) => [`service-${name}:3000`, `service-${name}${port}`])),
    );
    // Operators and Prometheus use the port that serves them.
    const prometheus = await readFile(join(folder, 'prometheus.yml'), 'utf8');
    expect(prometheus.match(/service-[ab]:\d+/g)).toEqual([`service-a${port}`, `service-b${port}`]);
    // The main port would need it.
    const file = /credentials_file: \/run\/secrets\/(\w+)/.exec(prometheus)?.[1];
    expect(environment.METRICS_TOKEN_FILE).toBe(`/run/secrets/${file}`);
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
      expect([path, existsSync(join(folder, path))]).toEqual([path, true]);
    }
  });

  (HAS_AMTOOL ? it : it.skip)('has a configuration that Alertmanager takes', async () => {
    const { stdout } = await run('amtool', ['check-config', join(folder, 'alertmanager.yml')]);
    expect(stdout).toContain('3 receivers');
    expect(await readFile(join(folder, 'prometheus.yml'), 'utf8')).toContain('alertmanager:9093');
  });
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
