import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { parse } from 'yaml';
import { readSettings } from '../src/settings.js';
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
import { collectDefaultMetrics, Registry } from 'prom-client';

interface IngressRule {
  host: string;
  http: { paths: [{ backend: { service: { port: { name: string } } } }] };
}

interface Kustomization {
  resources: string[];
  configMapGenerator: [{ name: string; literals: string[] }];
  images: [{ digest: string }];
}

const baseText = await readFile(join(FOLDER, 'kustomization.yaml'), 'utf8');
const kustomization = parse(baseText) as Kustomization;
const all = await Promise.all(kustomization.resources.map(readManifest));
const manifests = new Map(all.map((manifest) => [manifest.kind, manifest]));

/** No cluster runs here. The manifests are checked against the types of Kubernetes and against the service. */
describe('deploy/kubernetes', () => {
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
  const { literals } = kustomization.configMapGenerator[0];
  const parameters = new Map(literals.map((literal) => literal.split('=') as [string, string]));
  const envOf = (name: string): Record<string, string> => ({
    ...(containerOf(name).envFrom !== undefined && Object.fromEntries(parameters)),
    ...Object.fromEntries(containerOf(name).env.map((entry) => [entry.name, entry.value])),
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

const metricsOf = ({ spec }: Manifest) =>
  (spec as unknown as { metrics: { pods?: { metric: { name: string } } }[] }).metrics;

const redis = await readComponent('redis');
const deployment = await readManifest('deployment.yaml');
const autoscaler = await readManifest('autoscaler.yaml');

/** Checks what an installation may add. The types are checked with those of the base. */
describe('a component of deploy/kubernetes', () => {
  describe('for shared rate limits', () => {
    it('runs a Redis with TLS and a password, which only the service reaches', () => {
      const [pod, service, policy] = redis.resources as [Manifest, Manifest, Manifest];
      const { metadata, spec } = pod.spec.template;
      const [{ command = [], ports, volumeMounts }] = spec.containers;
      const files = command.filter((word) => word.startsWith('/'));
      const mounts = volumeMounts.map(({ mountPath }) => mountPath);
      expect([...new Set(files.map((file) => dirname(file)))]).toEqual(mounts);
      const secrets = spec.volumes.map(({ secret }) => secret?.secretName);
      expect(secrets).toEqual(['orders-redis', 'orders-redis-tls']);
      expect(command.slice(2, 6)).toEqual(['--port', '0', '--tls-port', '6379']);
      expect(ports).toEqual([{ name: 'redis', containerPort: 6379 }]);
      const selector = { matchLabels: metadata.labels };
      expect([pod.spec.selector, service.spec.selector]).toEqual([selector, metadata.labels]);
      const caller = { matchLabels: deployment.spec.template.metadata.labels };
      expect(policy.spec).toMatchObject({
        podSelector: selector,
        ingress: [{ from: [{ podSelector: caller }] }],
      });
    });

    it('gives the service its URL and its certificate, which the base does not need', () => {
      const [patch] = redis.patches as [Manifest];
      const [added] = patch.spec.template.spec.containers;
      const [base] = deployment.spec.template.spec.containers;
      expect([patch.metadata.name, added.name]).toEqual([deployment.metadata.name, base.name]);
      expect(added.env.map(({ name }) => name)).toEqual(['REDIS_URL_FILE', 'NODE_EXTRA_CA_CERTS']);
      expect(base.env.map(({ name }) => name)).not.toContain('REDIS_URL_FILE');
      const mounts = [...base.volumeMounts, ...added.volumeMounts].map((mount) => mount.mountPath);
      for (const { value } of added.env) expect(mounts).toContain(dirname(value));
    });
  });

  it('scales by event-loop lag as well as by CPU, with a metric that the service has', async () => {
    const { patches } = await readComponent('lag');
    const [patch] = patches as [Manifest];
    const [cpu, byLag] = metricsOf(patch);
    expect(patch.metadata.name).toBe(autoscaler.metadata.name);
    expect([cpu]).toEqual(metricsOf(autoscaler));
    const name = byLag?.pods?.metric.name ?? '';
    const file = await readFile(join(FOLDER, 'lag/prometheus-adapter.yaml'), 'utf8');
    const { rules } = parse(file) as { rules: { custom: object[] } };
    expect(rules.custom).toMatchObject([
      { seriesQuery: `${name}{namespace!="",pod!=""}`, name: { as: name } },
    ]);
    const register = new Registry();
    collectDefaultMetrics({ register });
    expect(register.getSingleMetric(name)).toBeDefined();
  });
});

/** No kustomize runs here, because no npm package has it. The overlay is compared with its base. */
describe('deploy/wholesalers/kubernetes', () => {
  const folder = '../wholesalers/kubernetes';

  it('patches what the base has, with the hosts of its own addresses, and a label for the metrics', async () => {
    const text = await readFile(join(FOLDER, folder, 'kustomization.yaml'), 'utf8');
    const overlay = parse(text) as {
      namespace: string;
      labels: [{ pairs: object; includeTemplates: boolean }];
      configMapGenerator: [{ name: string; behavior: string; literals: string[] }];
    };
    const { patches } = await readComponent(folder);
    for (const { kind, metadata } of patches) {
      expect(all).toContainEqual(
        expect.objectContaining({ kind, metadata: expect.objectContaining(metadata) }),
      );
    }
    const [own] = overlay.configMapGenerator;
    expect(own).toMatchObject({
      name: kustomization.configMapGenerator[0].name,
      behavior: 'merge',
    });
    const named = (key: string) => own.literals.find((line) => line.startsWith(`${key}=`));
    const hosts = patches.flatMap(
      ({ spec }) =>
        (spec as unknown as { rules?: { host: string }[] }).rules?.map(({ host }) => host) ?? [],
    );
    expect(hosts.map((host) => `https://${host}`)).toEqual(
      ['PUBLIC_URL', 'OPERATIONS_URL'].map((key) => named(key)?.split('=')[1]),
    );
    const labels = { wholesaler: overlay.namespace };
    expect(overlay.labels).toEqual([{ pairs: labels, includeTemplates: true }]);
    const monitor = await readFile(join(FOLDER, 'pod-monitor.yaml'), 'utf8');
    expect(parse(monitor)).toMatchObject({ spec: { podTargetLabels: Object.keys(labels) } });
  });

  it('dumps the database of the service, where its volume is', async () => {
    const { resources } = await readComponent(folder);
    const [job, volume] = resources as [Manifest, Manifest];
    const pod = job.spec.jobTemplate!.spec.template.spec;
    const [{ command = [], volumeMounts }] = pod.containers;
    const mounts = volumeMounts.map(({ mountPath }) => mountPath);
    const files = [...(command[2] ?? '').matchAll(/(\/[\w/]+)\/[\w$(]/g)].map(([, path]) => path);
    expect([...new Set(files)].sort()).toEqual([...mounts].sort());
    const [service] = deployment.spec.template.spec.volumes;
    expect(pod.volumes).toContainEqual(service);
    expect(pod.volumes).toContainEqual({
      name: 'backup',
      persistentVolumeClaim: { claimName: volume.metadata.name },
    });
  });
});
