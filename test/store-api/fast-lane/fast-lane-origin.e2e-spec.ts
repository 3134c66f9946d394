import {
  Body,
  Controller,
  Get,
  HttpCode,
  Injectable,
  Param,
  Post,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiProperty } from '@nestjs/swagger';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { AuditModule } from '../../../src/platform/audit/audit.module.js';
import { AuditService } from '../../../src/platform/audit/audit.service.js';
import { Public } from '../../../src/platform/http/audience.js';
import {
  declarationsOf,
  declaredRoutes,
} from '../../../src/platform/http/fast-lane/declared-routes.js';
import {
  InFastLane,
  RunsInFastLane,
} from '../../../src/platform/http/fast-lane/in-fast-lane.decorator.js';
import { Text } from '../../../src/platform/http/input/fields.js';
import {
  actAs,
  inRequestContext,
  requestContext,
  runAs,
  runShared,
  type TrackedRequest,
} from '../../../src/platform/http/request-context.js';
import { SHIPPED, withExtra } from '../../support/access/fast-lane-extras.js';
import { TestApp } from '../../support/app.js';
import { givenDatabase } from '../../support/database/database.js';
import { givenClient, givenProduct, orderBody } from '../../support/shop/given.js';

/** Requests of lane routes in the order of their checks: the handler and the request's id. */
const seen: (string | undefined)[][] = [];

/** A guard that notes in which context the requests of lane routes are checked. */
@Injectable()
@RunsInFastLane()
class NotingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    seen.push([`${controller.name}.${handler.name}`, requestContext()?.requestId]);
    return true;
  }
}

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
  @InFastLane()
  inLane(@Body() { note }: NoteDto) {
    return this.record(note);
  }

  @Get(':note')
  inExpress(@Param('note') note: string) {
    return this.record(note);
  }

  private async record(note: string): Promise<object> {
    actAs('token 1');
    await this.audit.record(this.dataSource.manager, { action: 'noted', subject: note, after: {} });
    return {};
  }
}

const { connection } = await givenDatabase();
const app = await TestApp.startOn(connection);
const client = await givenClient(app);
await givenProduct(app, { sku: 'TAWA' });
await app.stop();

describe('a request of the fast lane', () => {
  it('has its context on every lane route', async () => {
    const order = { ...orderBody({ sku: 'TAWA', quantity: 1 }), store_order_id: 'LANE-1' };
    const extra = { module: { providers: [{ provide: APP_GUARD, useClass: NotingGuard }] } };
    await withExtra(connection, extra, async (app) => {
      const routes = declaredRoutes(declarationsOf(app));
      const named = routes.map(({ method, path, name }) => `${method} ${path} (${name})`);
      expect(named.sort()).toEqual(SHIPPED.toSorted());
      // The order is placed before its status is read.
      for (const { method, path, name } of routes.toReversed()) {
        seen.length = 0;
        const url = path.replace(':sku', 'TAWA').replace(':order_number', 'LANE-1');
        const call =
          method === 'GET'
            ? request(app.getHttpServer()).get(url)
            : request(app.getHttpServer()).post(url).send(order);
        await call.set({ ...client.headers, 'X-Request-Id': name });
        expect(seen).toEqual([[name, name]]);
      }
    });
  });

  it('has the same audit entries as a request that Express answers', async () => {
    const module = { imports: [AuditModule], controllers: [AuditedController] };
    await withExtra(connection, { module }, async (app) => {
      const server = app.getHttpServer();
      const post = (url: string, id: string): request.Test =>
        request(server).post(url).set('X-Request-Id', id).send({ note: 'a note' });
      await post('/api/audited', 'by-lane').expect(200);
      await post('/API/audited', 'by-express').expect(200);
      await request(server).get('/api/audited/a').set('X-Request-Id', 'read').expect(200);
      const entries = await app
        .get(DataSource)
        .query<unknown[]>(
          `SELECT actor, request_id FROM audit_entries WHERE action = 'noted' ORDER BY id`,
        );
      expect(entries).toEqual([
        { actor: 'token 1', request_id: 'by-lane' },
        { actor: 'token 1', request_id: 'by-express' },
        { actor: 'token 1', request_id: 'read' },
      ]);
    });
  });

  it('is the origin of its own changes only: other work must name its actor', async () => {
    await withExtra(connection, {}, (app) => {
      const refusal =
        'A change without an origin: expected a call within a request, or within runAs()';
      const audit = app.get(AuditService);
      expect(() => audit.origin()).toThrow(refusal);
      const headers = { setHeader: () => undefined, appendHeader: () => undefined };
      inRequestContext({ requestId: 'a' } as TrackedRequest, headers, () => {
        expect(audit.origin()).toEqual({ actor: 'service', requestId: 'a' });
        expect(() => runShared(() => audit.origin())).toThrow(refusal);
        expect(runAs('auto-pay', () => audit.origin())).toEqual({
          actor: 'auto-pay',
          requestId: null,
        });
      });
    });
  });
});
