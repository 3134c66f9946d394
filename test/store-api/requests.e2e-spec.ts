import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Body, Controller, Get, HttpCode, Module, Param, Post } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { AppModule } from '../../src/app.module.js';
import { assembleApp, initApp } from '../../src/app.setup.js';
import { AuditModule } from '../../src/platform/audit/audit.module.js';
import { AuditService } from '../../src/platform/audit/audit.service.js';
import { Public } from '../../src/platform/http/audience.js';
import { Text } from '../../src/platform/http/input/fields.js';
import {
  actAs,
  inRequestContext,
  runAs,
  runShared,
  type TrackedRequest,
} from '../../src/platform/http/request-context.js';
import { HealthService } from '../../src/platform/observability/health.service.js';
import { givenParts, TestApp } from '../support/app.js';
import { givenDatabase, openTransaction } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { Wire } from '../support/documents/wire.js';
import { givenClient, givenProduct, orderBody } from '../support/shop/given.js';

class NoteDto {
  @ApiProperty()
  @Text({ max: 10 })
  note: string;
}

/** A controller whose handlers write to the audit log. */
@Public()
@Controller('api/audited')
class AuditedController {
  constructor(
    private readonly audit: AuditService,
    private readonly dataSource: DataSource,
  ) {}

  @Post()
  @HttpCode(200)
  writeNote(@Body() { note }: NoteDto) {
    return this.record(note);
  }

  @Get(':note')
  readNote(@Param('note') note: string) {
    return this.record(note);
  }

  private async record(note: string): Promise<object> {
    actAs('token 1');
    await this.audit.record(this.dataSource.manager, { action: 'noted', subject: note, after: {} });
    return {};
  }
}

@Module({})
class AuditedModule {}

const { connection } = await givenDatabase();
const app = await TestApp.startOn(connection);
app.allowRefusals();
const { headers } = await givenClient(app);
await givenProduct(app, { sku: 'TAWA' });

describe('a request', () => {
  it('is the origin of what it changes, with its id and its caller, however its path is written', async () => {
    const parts = await givenParts(connection);
    const root = {
      module: AuditedModule,
      imports: [AppModule.of(parts), AuditModule],
      controllers: [AuditedController],
    };
    const audited = await assembleApp(root, parts.logger);
    await initApp(audited);
    try {
      const server = audited.getHttpServer();
      const post = (url: string, id: string): request.Test =>
        request(server).post(url).set('X-Request-Id', id).send({ note: 'a note' });
      await post('/api/audited', 'plain').expect(200);
      await post('/API/audited', 'in-capitals').expect(200);
      await request(server).get('/api/audited/a').set('X-Request-Id', 'read').expect(200);
      const entries = await audited
        .get(DataSource)
        .query<unknown[]>(
          `SELECT actor, request_id FROM audit_entries WHERE action = 'noted' ORDER BY id`,
        );
      expect(entries).toEqual([
        { actor: 'token 1', request_id: 'plain' },
        { actor: 'token 1', request_id: 'in-capitals' },
        { actor: 'token 1', request_id: 'read' },
      ]);
    } finally {
      await audited.close();
    }
  });

  it('is the origin of its own changes only: other work must name its actor', () => {
    const refusal =
      'A change without an origin: expected a call within a request, or within runAs()';
    const audit = app.nest.get(AuditService);
    expect(() => audit.origin()).toThrow(refusal);
    const sink = { setHeader: () => undefined, appendHeader: () => undefined };
    inRequestContext({ requestId: 'a' } as TrackedRequest, sink, () => {
      expect(audit.origin()).toEqual({ actor: 'service', requestId: 'a' });
      expect(() => runShared(() => audit.origin())).toThrow(refusal);
      expect(runAs('auto-pay', () => audit.origin())).toEqual({
        actor: 'auto-pay',
        requestId: null,
      });
    });
  });

  it('shares what was made of an equal query, and names an unknown parameter each time', async () => {
    const path = '/api/products?limit=1&unknown=1';
    for (const _ of [1, 2]) {
      const answer = await app.get(path, headers).expect(200);
      expect(answer.headers['x-ignored-parameters']).toBe('unknown');
    }
    for (const name of ['constructor', 'constructor', 'prototype', 'prototype']) {
      const answer = await app.get(`/api/products?limit=1&${name}=1`, headers).expect(200);
      expect(answer.headers['x-ignored-parameters']).toBe(name);
    }
    // The same text is another query at another address.
    await app.get('/api/orders?limit=1', headers).expect(200);
    await app.get('/api/products?limit=1', headers).expect(200);
  });
});

describe('what is sent', () => {
  it('is read with all of its parameters', async () => {
    const path = `/api/products?${'a&'.repeat(1_000)}limit=none`;
    await app.get(path, headers).expect(422);
  });

  it('names its Idempotency-Key once: of two, the same order would be placed again', async () => {
    const wire = new Wire(app);
    const body = JSON.stringify(orderBody({ sku: 'TAWA', quantity: 1 }));
    const sent = { ...headers, 'Content-Type': 'application/json' };
    const place = (key: string | string[]) =>
      wire.ask({
        method: 'POST',
        path: '/api/orders',
        headers: { ...sent, 'Idempotency-Key': key },
        body,
      });
    expect((await place('once')).status).toBe(201);
    const refused = await place(['once', 'once']);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining('invalid_key'),
    ]);
  });

  it('means the same if its target is written as to a proxy', async () => {
    const wire = new Wire(app);
    const at = async (method: string, path: string) => {
      const { status, headers: got } = await wire.send({ method, path, headers });
      return [status, got.allow, got['content-security-policy'], got.link];
    };
    for (const [method, path] of [
      ['GET', '/api/products/TAWA/stock'],
      ['OPTIONS', '/api/products'],
      ['DELETE', '/docs'],
      ['GET', '/admin/plans'],
    ] as const) {
      expect(await at(method, `http://orders.example${path}`)).toEqual(await at(method, path));
    }
  });

  it('has no content if none follows, also where chunks are announced', async () => {
    const { port } = app.server.address() as AddressInfo;
    const chunked = { ...headers, 'Transfer-Encoding': 'chunked' };
    const path = '/api/orders/NONE/cancel';
    const sent = httpRequest({ port, path, method: 'POST', headers: chunked });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    // 415 before, as of content without a media type.
    expect(answer.statusCode).toBe(404);
  });

  it('is cut off if its sender takes nothing of the answer, and not while it is worked on', async () => {
    const usual = app.server.timeout;
    app.server.timeout = 150;
    try {
      const { port } = app.server.address() as AddressInfo;
      const connected = once(app.server, 'connection') as Promise<[Socket]>;
      const stalled = connect(port, '127.0.0.1').pause();
      // More than the buffers of the system take.
      stalled.write('GET /docs/admin-json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(40));
      const [socket] = await connected;
      await once(socket, 'close');
      stalled.destroy();

      // Longer than the limit, and less than the second after which a poll that waits is refused; a busy machine may miss it.
      await eventually(async () => {
        const { query, commit } = await openTransaction(app.connection);
        await query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
        const waiting = app.get('/api/orders/NONE/status', headers);
        const asked = waiting.then(({ status, body }) => ({ status, body: body as object }));
        await sleep(250);
        await commit();
        const answer = await asked;
        if (answer.status === 503) return false;
        expect(answer).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
        return true;
      });
    } finally {
      app.server.timeout = usual;
    }
  });

  it('closes its connection with any answer once the instance is leaving', async () => {
    const wire = new Wire(app);
    const known = { ...headers, 'If-None-Match': '*' };
    const ended = async (): Promise<unknown[]> => {
      const asked = [
        await wire.ask({ method: 'GET', path: '/api/products', headers }),
        await wire.ask({ method: 'GET', path: '/api/products', headers: known }),
        await wire.ask({ method: 'GET', path: '/api/products/NONE', headers }),
        await wire.ask({ method: 'GET', path: '/api/products' }),
        await wire.ask({ method: 'POST', path: '/api/orders', headers }),
      ];
      return asked.map((answer) => [answer.status, answer.headers.connection]);
    };
    const statuses = [200, 304, 404, 401, 422];
    expect(await ended()).toEqual(statuses.map((status) => [status, 'keep-alive']));
    app.service(HealthService).startLeaving();
    expect(await ended()).toEqual(statuses.map((status) => [status, 'close']));
  });
});
