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

/** Metric that an autoscaler reads from each pod. */
interface PodMetric {
  pods?: { metric: { name: string } };
}

const metricsOf = ({ spec }: Manifest): PodMetric[] =>
  (spec as unknown as { metrics: PodMetric[] }).metrics;

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
