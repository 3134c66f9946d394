import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { withSecretFiles } from '../src/platform/config/secret-files.js';
import { subnetMatcher, toSubnet } from '../src/platform/config/subnet.js';
import { readSettings } from '../src/platform/config/settings.js';
import { assertFitForProduction, checkSettings } from '../src/start/production/checks.js';
import { HAS_NGINX } from './faults/support/servers/nginx.js';
import { scratchFolder } from './support/processes/scratch.js';

const run = promisify(execFile);

/** Returns variables without those that name files of secrets. */
const withoutFiles = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith('_FILE')));

/** The folder of the Compose file; no engine runs here, so its parts are tried one by one. */
describe('deploy/compose', () => {
  let folder: string;
  beforeAll(async () => {
    folder = join(await scratchFolder(), 'compose');
    await cp('deploy/compose', folder, { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('makes secrets once that the service takes', async () => {
    const script = join(folder, 'secrets.sh');
    await run(script);
    const read = (name: string): string => join(folder, 'secrets', name);
    const settings = readSettings(
      withSecretFiles({
        NODE_ENV: 'production',
        DATABASE_URL_FILE: read('database_url'),
        ADMIN_API_TOKEN_FILE: read('admin_api_token'),
        SECRETS_KEY_FILE: read('secrets_key'),
        REDIS_URL_FILE: read('redis_url'),
      }),
    );
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

  it('sets variables that the service reads', async () => {
    const compose = await readFile(join(folder, 'compose.yaml'), 'utf8');
    const [, block = ''] = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(compose) ?? [];
    const names = [...block.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(4);
    const example = await readFile('.env.example', 'utf8');
    for (const name of names) expect(example).toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('trusts the address of nginx alone, which overwrites what callers say of theirs', async () => {
    const text = await readFile(join(folder, 'compose.yaml'), 'utf8');
    const { services, networks } = parse(text, { merge: true }) as {
      services: {
        nginx: { networks: { default: { ipv4_address: string } } };
        'service-a': { environment: Record<string, string> };
      };
      networks: { default: { ipam: { config: [{ subnet: string }] } } };
    };
    const { environment } = services['service-a'];
    const { ipv4_address: address } = services.nginx.networks.default;
    expect(environment.TRUST_PROXY).toBe(address);
    const { subnet } = networks.default.ipam.config[0];
    expect(subnetMatcher([toSubnet(subnet)!])(address)).toBe(true);
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

  (HAS_NGINX ? it : it.skip)('has a configuration that nginx takes', async () => {
    const file = join(folder, 'nginx.conf');
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      `pid ${folder}/nginx.pid;\n${text.replaceAll(/service-[ab]:/g, '127.0.0.1:')}`,
    );
    await chmod(folder, 0o755);
    const { stderr } = await run('nginx', ['-t', '-c', file, '-p', folder]);
    expect(stderr).toContain('test is successful');
  });
});

interface Container {
  command?: string[];
  ports?: { name: string; containerPort: number }[];
  env: { name: string; value: string }[];
  envFrom?: { configMapRef: { name: string } }[];
  volumeMounts: { name: string; mountPath: string }[];
}

interface IngressRule {
  host: string;
  http: { paths: [{ backend: { service: { port: { name: string } } } }] };
}

interface Kustomization {
  resources: string[];
  configMapGenerator: [{ name: string; literals: string[] }];
  images: [{ digest: string }];
}

interface Manifest {
  apiVersion: string;
  kind: string;
  spec: {
    template: {
      metadata: { labels: Record<string, string> };
      spec: { containers: [Container]; terminationGracePeriodSeconds: number };
    };
    selector: Record<string, unknown>;
    scaleTargetRef: unknown;
  };
}

/** No cluster runs here: the manifests are checked against the types of Kubernetes and against the service. */
describe('deploy/kubernetes', () => {
  const FOLDER = 'deploy/kubernetes';
  const TYPES: Record<string, string> = {
    Deployment: 'apps/v1',
    Service: 'core/v1',
    PodDisruptionBudget: 'policy/v1',
    HorizontalPodAutoscaler: 'autoscaling/v2',
    Job: 'batch/v1',
    NetworkPolicy: 'networking/v1',
    Ingress: 'networking/v1',
  };
  const manifests = new Map<string, Manifest>();
  const all: Manifest[] = [];
  const kind = (name: string): Manifest => {
    const found = manifests.get(name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };
  const containerOf = (name: string): Container => kind(name).spec.template.spec.containers[0];
  let kustomization: Kustomization;
  const parameters = new Map<string, string>();
  const envOf = (name: string): Record<string, string> => ({
    ...(containerOf(name).envFrom !== undefined && Object.fromEntries(parameters)),
    ...Object.fromEntries(containerOf(name).env.map((entry) => [entry.name, entry.value])),
  });

  beforeAll(async () => {
    const text = await readFile(join(FOLDER, 'kustomization.yaml'), 'utf8');
    kustomization = parse(text) as Kustomization;
    for (const literal of kustomization.configMapGenerator[0].literals) {
      parameters.set(...(literal.split('=') as [string, string]));
    }
    for (const file of kustomization.resources) {
      const manifest = parse(await readFile(join(FOLDER, file), 'utf8')) as Manifest;
      manifests.set(manifest.kind, manifest);
      all.push(manifest);
    }
  });

  it('has manifests that Kubernetes knows, with no field too many', async () => {
    expect([...manifests.keys()].sort()).toEqual(Object.keys(TYPES).sort());
    const program = all.map((manifest, index) => {
      const type = `import('kubernetes-types/${TYPES[manifest.kind]}.js').${manifest.kind}`;
      return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};\n`;
    });
    const folder = await scratchFolder();
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'manifests.ts'), program.join(''));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const checked = run(process.execPath, [tsc, ...options, 'manifests.ts'], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error);
    expect((await checked).stdout).toBe('');
    await rm(folder, { recursive: true });
  });

  it('sets variables that the service reads, with secrets from files that are mounted', async () => {
    const example = await readFile('.env.example', 'utf8');
    for (const name of ['Deployment', 'Job']) {
      const mounts = containerOf(name).volumeMounts.map(({ mountPath }) => `${mountPath}/`);
      for (const [variable, value] of Object.entries(envOf(name))) {
        expect(example).toMatch(new RegExp(`\\b${variable}\\b`));
        if (!variable.endsWith('_FILE')) continue;
        expect(mounts.some((mount) => value.startsWith(mount))).toBe(true);
      }
    }
  });

  it('starts in production without an exception, once the addresses of the ingress are filled in', () => {
    const [{ name }] = kustomization.configMapGenerator;
    expect(containerOf('Deployment').envFrom).toEqual([{ configMapRef: { name } }]);
    expect(kustomization.images[0].digest).toBe(`sha256:${'0'.repeat(64)}`);
    const env = withoutFiles(envOf('Deployment'));
    expect(() => readSettings(env)).toThrow('Invalid TRUST_PROXY "addresses-of-the-ingress"');
    const settings = readSettings({
      ...env,
      TRUST_PROXY: '10.4.0.0/24',
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://orders:password@db.example/orders?sslmode=verify-full',
      ADMIN_API_TOKEN: randomBytes(24).toString('hex'),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: 'smtps://me:pass@mail.example',
      REDIS_URL: 'rediss://:password@redis.example',
    });
    expect(assertFitForProduction(settings, checkSettings(settings))).toEqual([]);
  });

  it('gives an instance the time that its end takes', () => {
    const settings = readSettings({ NOTICE_SECONDS: envOf('Deployment').NOTICE_SECONDS });
    const { terminationGracePeriodSeconds } = kind('Deployment').spec.template.spec;
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(settings.noticeSeconds + 25);
  });

  it('migrates by a command that exists, and only there', () => {
    const [program = '', file = '', command = ''] = containerOf('Job').command ?? [];
    expect([program, existsSync(file), command]).toEqual(['node', true, 'schema:migrate']);
    expect(readSettings({ MIGRATE: envOf('Deployment').MIGRATE }).migrate).toBe(false);
  });

  it('names the same pods everywhere', () => {
    const { labels } = kind('Deployment').spec.template.metadata;
    expect(kind('Deployment').spec.selector).toEqual({ matchLabels: labels });
    expect(kind('PodDisruptionBudget').spec.selector).toEqual({ matchLabels: labels });
    expect(kind('Service').spec.selector).toEqual(labels);
    expect(kind('Job').spec.template.metadata.labels).not.toMatchObject(labels);
    expect(kind('HorizontalPodAutoscaler').spec.scaleTargetRef).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: 'orders',
    });
  });

  it('leads operators to the port that serves them, and metrics to Prometheus', async () => {
    const { OPERATIONS_PORT: port, OPERATIONS_URL: url, PUBLIC_URL: pages } = envOf('Deployment');
    expect(containerOf('Deployment').ports).toEqual([
      { name: 'http', containerPort: 3000 },
      { name: 'operations', containerPort: Number(port) },
    ]);
    const text = await readFile(join(FOLDER, 'deployment.yaml'), 'utf8');
    expect(text).toContain(`prometheus.io/port: '${port}'`);
    const hosts = all.flatMap(({ kind: name, spec }) =>
      name === 'Ingress'
        ? (spec as unknown as { rules: IngressRule[] }).rules.map(({ host, http }) => [
            `https://${host}`,
            http.paths[0].backend.service.port.name,
          ])
        : [],
    );
    expect(hosts).toEqual([
      [pages, 'http'],
      [url, 'operations'],
    ]);
    const { labels } = kind('Deployment').spec.template.metadata;
    expect(kind('NetworkPolicy').spec).toMatchObject({ podSelector: { matchLabels: labels } });
  });

  it('probes paths that the service answers', async () => {
    const controller = await readFile('src/platform/observability/health.controller.ts', 'utf8');
    const text = await readFile(join(FOLDER, 'deployment.yaml'), 'utf8');
    const paths = [...text.matchAll(/path: \/health\/(\w+)/g)].map(([, path]) => path);
    expect(paths).toEqual(['live', 'ready', 'live']);
    for (const path of paths) expect(controller).toContain(`@Get('${path}')`);
  });
});
