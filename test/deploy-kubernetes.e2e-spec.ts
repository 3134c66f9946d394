import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readSettings } from '../src/platform/config/settings.js';
import { assertFitForProduction, checkSettings } from '../src/start/production/checks.js';
import {
  API_GROUPS,
  FOLDER,
  readComponent,
  readManifest,
  typeErrors,
  type Container,
  type Manifest,
} from './support/documents/manifests.js';
import { withoutFiles } from './support/documents/deployed-environment.js';

interface IngressRule {
  host: string;
  http: { paths: [{ backend: { service: { port: { name: string } } } }] };
}

interface Kustomization {
  resources: string[];
  configMapGenerator: [{ name: string; literals: string[] }];
  images: [{ digest: string }];
}

/** No cluster runs here: the manifests are checked against the types of Kubernetes and against the service. */
describe('deploy/kubernetes', () => {
  const manifests = new Map<string, Manifest>();
  const all: Manifest[] = [];
  const kind = (name: string): Manifest => {
    const found = manifests.get(name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };
  const podOf = (name: string): Manifest['spec']['template'] => {
    const { spec } = kind(name);
    return (spec.jobTemplate?.spec ?? spec).template;
  };
  const containerOf = (name: string): Container => podOf(name).spec.containers[0];
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
      const manifest = await readManifest(file);
      manifests.set(manifest.kind, manifest);
      all.push(manifest);
    }
  });

  it('has manifests that Kubernetes knows, with no field too many', async () => {
    const folders = ['redis', 'lag', '../wholesalers/kubernetes'];
    const added = await Promise.all(folders.map(readComponent));
    const wholes = [...all, ...added.flatMap(({ resources }) => resources)];
    const kinds = new Set(wholes.map((manifest) => manifest.kind));
    expect([...kinds].sort()).toEqual(Object.keys(API_GROUPS).sort());
    const parts = added.flatMap(({ patches }) => patches);
    expect(await typeErrors(wholes, parts)).toBe('');
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

  it('checks the stored data every night, as the service reads it', () => {
    const { command, env } = containerOf('CronJob');
    expect(command).toEqual(['node', 'dist/service/cli.js', 'verify']);
    expect(containerOf('Deployment').env).toEqual(expect.arrayContaining(env));
  });

  it('names the same pods everywhere', () => {
    const { labels } = kind('Deployment').spec.template.metadata;
    expect(kind('Deployment').spec.selector).toEqual({ matchLabels: labels });
    expect(kind('PodDisruptionBudget').spec.selector).toEqual({ matchLabels: labels });
    expect(kind('Service').spec.selector).toEqual(labels);
    for (const name of ['Job', 'CronJob']) {
      expect(podOf(name).metadata.labels).not.toMatchObject(labels);
    }
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
