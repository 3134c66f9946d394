import { readFile } from 'node:fs/promises';
import request from 'supertest';
import { DatabaseFiguresJob } from '../../src/platform/observability/database-figures.job.js';
import { declaredAccess } from '../../src/platform/http/access/declared-access.js';
import { TokensService } from '../../src/auth/tokens.service.js';
import { TestApp, givenParts } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { givenClient, givenProduct, orderBody } from '../support/shop/given.js';
import { RIGHTS, ROUTES, routesOf } from '../support/access/routes.js';
import { ModulesContainer } from '@nestjs/core';
import { PORTS, AppModule, FeaturesModule } from '../../src/app.module.js';
import { assembleApp } from '../../src/app.setup.js';
import { givenDatabase } from '../support/database/database.js';

const app = await TestApp.start();
const client = await givenClient(app);
const { id, tokenId } = client;
await app.service(TokensService).changePermissions(tokenId, id, { mayReadWallet: true });

describe('the list of routes', () => {
  it('is complete', () => {
    expect(routesOf(app)).toEqual(ROUTES.map(([method, path]) => `${method} ${path}`).sort());
  });

  it('is what the decorators of the routes declare', () => {
    const declared = declaredAccess(app.nest).map(({ route, audience, access }) => ({
      route,
      audience: access?.who === 'public' ? 'public' : audience,
      permission: access?.who ?? '-',
      password: access?.needsPassword
        ? `password${access.needsPassword === true ? '' : ` ${access.needsPassword}`}${access.isForTokens ? ', tokens' : ''}`
        : '-',
    }));
    const written = RIGHTS.map(({ route, audience, permission, password }) => ({
      route,
      // A signature is checked by the handler.
      audience: audience === 'gateway' ? 'public' : audience,
      permission,
      password,
    }));
    const byRoute = (rights: { route: string }[]) =>
      Object.fromEntries(rights.map(({ route, ...right }) => [route, right]));
    expect(byRoute(written)).toMatchObject(byRoute(declared));
  });

  it('count every request by route pattern, never by path', async () => {
    await app.get('/api/products/SENTINEL-SKU', client.headers).expect(404);
    const { text } = await request(app.server).get('/metrics').expect(200);
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/products\/:sku",status="404"\} \d/,
    );
    expect(text).toMatch(/database_pool_connections\{state="open"\} \d/);
    expect(text).not.toContain('SENTINEL');
  });

  it("count the figures of the alerts and of the operators' dashboard", async () => {
    const { sku } = await givenProduct(app);
    await app.post('/api/orders', client.headers, orderBody({ sku, quantity: 1 })).expect(201);
    const { text } = await request(app.server).get('/metrics').expect(200);
    expect(text).toMatch(/^order_outcomes_total\{outcome="placed"\} 1$/m);
    expect(text).toMatch(/^order_batched_total 1$/m);
    expect(text).toMatch(/^live_cache_refreshes_total\{kind="reload"\} 1$/m);
    const figures = app.service(DatabaseFiguresJob) as unknown as { run: () => Promise<void> };
    const slot = 'figures';
    await app.sql`SELECT pg_create_physical_replication_slot(${slot}, true)`;
    let measured = '';
    try {
      await app.sql`SELECT pg_logical_emit_message(false, 'figures', 'a change')`;
      await figures.run();
      ({ text: measured } = await request(app.server).get('/metrics').expect(200));
    } finally {
      await app.sql`SELECT pg_drop_replication_slot(${slot})`;
    }
    const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(measured)?.[1]);
    for (const kind of ['connections', 'transaction_age', 'multixact_age']) {
      expect(figure(`database_${kind}_share`)).toBeGreaterThanOrEqual(0);
      expect(figure(`database_${kind}_share`)).toBeLessThan(1);
    }
    for (const name of ['connections_share', 'slot_wal_bytes']) {
      expect(figure(`database_${name}`)).toBeGreaterThan(0);
    }
    expect(figure('database_archive_age_seconds')).toBe(0);
    const counted = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name);
    const alerts = await readFile('deploy/prometheus/alerts.yml', 'utf8');
    // rate_limits_shared is counted with Redis only; see rate-limits.e2e-spec.ts.
    const others =
      'runbook_|kube|job_name|exported_job|node_|probe_|scrape_|base_backup_|dump_|rate_limits_|keys_refused|too_many_calls';
    const named =
      alerts.match(new RegExp(`\\b(?!${others})[a-z]+(_[a-z0-9]+)+\\b(?!\\()`, 'g')) ?? [];
    expect(named).toContain('live_cache_refreshes_total');
    expect(counted).toEqual(
      expect.arrayContaining(named.map((name) => name.replace(/_count$/, ''))),
    );
  });

  it('say when the service is alive and ready', async () => {
    const { body } = await request(app.server).get('/health/live').expect(200);
    expect(body).toEqual({ status: 'ok' });
    const passed = (names: string[]) => names.map((name) => ({ name, ok: true, message: null }));
    const forStores = 'serving live_cache feeds order_statuses store_reads placing'.split(' ');
    const ready = await request(app.server).get('/health/ready').expect(200);
    const { checks } = (ready.body as { data: { checks: { name: string }[] } }).data;
    expect(checks).toEqual(expect.arrayContaining(passed(forStores)));
    expect(checks).toHaveLength(forStores.length);
    await app.sql`UPDATE schema_migrations SET name = 'other'`;
    const message = 'the schema lacks the newest migration of this release';
    const operations = () => request(app.server).get('/health/operations');
    // Probes within a second share one evaluation.
    await eventually(async () => (await operations()).status === 503);
    expect((await operations()).body).toEqual({
      data: {
        checks: [
          ...passed(['pool']),
          { name: 'schema', ok: false, message },
          ...passed(['feed_lag', 'resources']),
        ],
      },
    });
  });
});

describe('the modules', () => {
  it('have at most 8 controllers and 30 providers', () => {
    const large = [...app.nest.get(ModulesContainer).values()]
      .map(({ name, metatype }) => ({
        name,
        controllers: partsOf(metatype, 'controllers').length,
        providers: partsOf(metatype, 'providers').length,
      }))
      .filter(({ controllers, providers }) => controllers > 8 || providers > 30);
    expect(large).toEqual([]);
  });

  it.each(PORTS.map(({ provide }) => provide.name))(
    'do not start without an answer to %s',
    async (name) => {
      const { connection, drop } = await givenDatabase();
      const parts = await givenParts(connection);
      const others = PORTS.filter(({ provide }) => provide.name !== name);
      const module = AppModule.of(parts, FeaturesModule.of(parts.settings, others));
      await expect(assembleApp(module, parts.logger)).rejects.toThrow(name);
      await parts.dataSource.destroy();
      await drop();
    },
  );
});

function partsOf(module: object, key: string): unknown[] {
  return (Reflect.getMetadata(key, module) ?? []) as unknown[];
}
