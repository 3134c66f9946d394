import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { parse } from 'yaml';
import { TestApp } from './support/app.js';
import { anchorsOf } from './support/documents/markdown.js';

interface Dashboard {
  uid: string;
  templating: { list: { name: string; query: string; allValue: string }[] };
  panels: { datasource: { uid: string }; targets: { expr: string }[] }[];
}

const { templating, panels } = JSON.parse(
  await readFile('deploy/grafana/orders.json', 'utf8'),
) as Dashboard;
const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** No Grafana runs here. The names of metrics in the queries are compared with those of the service. */
describe('deploy/grafana', () => {
  it('asks for metrics that the service has', async () => {
    const app = await TestApp.start();
    const { text } = await request(app.server).get('/metrics').expect(200);
    await app.stop();
    const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    const known = types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name],
    );
    expect(queries.length).toBeGreaterThan(8);
    for (const query of queries) {
      const named = [...query.matchAll(/\b[a-z]+_[a-z0-9_]+\b/g)].map(([name]) => name);
      const metrics = named.filter(
        (name) => name !== 'histogram_quantile' && name !== '__rate_interval',
      );
      expect(metrics.length).toBeGreaterThan(0);
      for (const metric of metrics) expect(known).toContain(metric);
    }
  });

  it('shows one wholesaler, or all; also where no series has that label', async () => {
    const [{ name, query, allValue } = {}] = templating.list;
    const targets = await readFile('deploy/wholesalers/create.sh', 'utf8');
    expect(targets).toContain(`"labels": { "${name}": "$name" }`);
    expect([query, allValue]).toEqual([
      `label_values(process_resident_memory_bytes, ${name})`,
      '.*',
    ]);
    for (const expr of queries) {
      const selected = expr.match(/\b[a-z]+_[a-z0-9_]+\b(?!\()/g)!;
      const ofWholesaler = expr.split(`{${name}=~"$${name}"`).length - 1;
      expect([expr, ofWholesaler]).toEqual([expr, selected.length]);
    }
  });

  it('is provisioned by deploy/compose, with the source that its panels name', async () => {
    const { services, secrets } = parse(await readFile('deploy/compose/compose.yaml', 'utf8')) as {
      services: { grafana: { volumes: string[] } };
      secrets: Record<string, { file: string }>;
    };
    for (const volume of services.grafana.volumes) {
      const [path = ''] = volume.split(':');
      expect([path, existsSync(join('deploy/compose', path))]).toEqual([path, true]);
    }
    const script = await readFile('deploy/compose/secrets.sh', 'utf8');
    for (const { file } of Object.values(secrets)) expect(script).toContain(file.slice(2));
    const provisioning = 'deploy/grafana/provisioning/datasources/prometheus.yaml';
    const { datasources } = parse(await readFile(provisioning, 'utf8')) as {
      datasources: { uid: string }[];
    };
    for (const { datasource } of panels) expect(datasource.uid).toBe(datasources[0]?.uid);
  });
});

describe('deploy/prometheus', () => {
  it('names a section of the documentation for each alert', async () => {
    const { groups } = parse(await readFile('deploy/prometheus/alerts.yml', 'utf8')) as {
      groups: { rules: { alert: string; annotations: { runbook_url: string } }[] }[];
    };
    const page = 'docs/operations/runbooks.md';
    const anchors = anchorsOf(await readFile(page, 'utf8')).map((anchor) => `${page}#${anchor}`);
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(10);
    for (const { alert, annotations } of rules) {
      expect([alert, anchors]).toEqual([alert, expect.arrayContaining([annotations.runbook_url])]);
    }
  });

  it('finds the pods of Kubernetes under the name that the alerts expect', async () => {
    const [monitor, deployment] = await Promise.all(
      ['pod-monitor.yaml', 'deployment.yaml'].map(
        async (file) =>
          parse(await readFile(join('deploy/kubernetes', file), 'utf8')) as {
            spec: { selector: object };
          },
      ),
    );
    const alerts = await readFile('deploy/prometheus/alerts.yml', 'utf8');
    const [, job] = /job="([\w-]+)"/.exec(alerts) ?? [];
    expect(monitor!.spec).toMatchObject({
      selector: deployment!.spec.selector,
      podMetricsEndpoints: [
        { port: 'operations', relabelings: [{ targetLabel: 'job', replacement: job }] },
      ],
    });
  });
});
