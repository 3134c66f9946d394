import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { parse } from 'yaml';
import {
  FOLDER,
  readComponent,
  readManifest,
  type Component,
  type Manifest,
} from './support/documents/manifests.js';

interface PodMetric {
  pods?: { metric: { name: string } };
}

const metricsOf = ({ spec }: Manifest) => (spec as unknown as { metrics: PodMetric[] }).metrics;

const deployment = await readManifest('deployment.yaml');
const autoscaler = await readManifest('autoscaler.yaml');

/** Checks what an installation may add. The types are checked with those of the base. */
describe('a component of deploy/kubernetes', () => {
  describe('for shared rate limits', () => {
    let redis: Component;
    beforeAll(async () => {
      redis = await readComponent('redis');
    });

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

/** No kustomize runs here, which no package of npm has: the overlay is compared with its base. */
describe('deploy/wholesalers/kubernetes', () => {
  const folder = '../wholesalers/kubernetes';

  it('patches what the base has, with the hosts of its own addresses, and a label for the metrics', async () => {
    const text = await readFile(join(FOLDER, folder, 'kustomization.yaml'), 'utf8');
    const overlay = parse(text) as {
      namespace: string;
      labels: [{ pairs: object; includeTemplates: boolean }];
      configMapGenerator: [{ name: string; behavior: string; literals: string[] }];
    };
    const baseText = await readFile(join(FOLDER, 'kustomization.yaml'), 'utf8');
    const base = parse(baseText) as typeof overlay & { resources: string[] };
    const known = await Promise.all(base.resources.map(readManifest));
    const { patches } = await readComponent(folder);
    for (const { kind, metadata } of patches) {
      expect(known).toContainEqual(
        expect.objectContaining({ kind, metadata: expect.objectContaining(metadata) }),
      );
    }
    const [own] = overlay.configMapGenerator;
    expect(own).toMatchObject({ name: base.configMapGenerator[0].name, behavior: 'merge' });
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
