import {
  Controller,
  Get,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { Public } from '../../../src/platform/http/audience.js';
import { SecurityHeaders } from '../../../src/platform/http/security-headers.js';
import { FastLane } from '../../../src/platform/http/fast-lane/fast-lane.js';
import { RunsInFastLane } from '../../../src/platform/http/fast-lane/in-fast-lane.decorator.js';
import { verifiedRoutes } from '../../../src/platform/http/fast-lane/verified-routes.js';
import type { OwnServerAdapter } from '../../../src/platform/http/connections/own-server-adapter.js';
import {
  type Extra,
  extraController,
  ExtraFilter,
  ExtraGuard,
  ExtraInterceptor,
  extraMiddleware,
  ExtraPipe,
  REFUSED,
  withExtra,
} from '../../support/access/fast-lane-extras.js';
import { givenDatabase } from '../../support/database/database.js';

/** Guard that counts its calls and admits requests for the key `a`. */
@RunsInFastLane()
class CountingGuard implements CanActivate {
  static calls = 0;

  canActivate(context: ExecutionContext): boolean {
    CountingGuard.calls += 1;
    return context.switchToHttp().getRequest<{ url: string }>().url.endsWith('/a');
  }
}

@UseGuards(ExtraGuard)
@UsePipes(ExtraPipe)
@UseInterceptors(ExtraInterceptor)
@UseFilters(ExtraFilter)
@Controller('api/elsewhere')
class ElsewhereController {
  @Get()
  one(): string {
    return 'elsewhere';
  }
}

@Public()
@Controller('api/extra')
class NeighborController {
  @Get('neighbor')
  one(): string {
    return 'neighbor';
  }
}

const { connection } = await givenDatabase();

describe('the fast lane', () => {
  const withApp = <T>(extra: Extra, work: (app: NestExpressApplication) => T) =>
    withExtra(connection, extra, work);

  /** Tells whether the lane answers a request of this path, and not Express. */
  function isTaken(app: NestExpressApplication, url: string, method = 'GET'): boolean {
    const { express, ownHandlers } = app.getHttpAdapter() as OwnServerAdapter;
    const lane = new FastLane(
      verifiedRoutes(app, express, ownHandlers),
      new SecurityHeaders(false),
    );
    return lane.find({ method, url }) !== null;
  }

  it.each(REFUSED)('refuses to start with %s', async (_, extra, named, routes) => {
    const failure = await withApp(extra, () => 'started').catch((error: Error) => error.message);
    const [, ...problems] = failure.split('\n');
    expect(problems).toHaveLength(routes.length);
    for (const route of routes) {
      expect(problems).toContainEqual(
        expect.stringMatching(`^${escaped(route)}: ${escaped(named)}`),
      );
    }
  });

  it('starts with extras that do not apply to lane routes', async () => {
    const { toApp, module } = {
      toApp: (app: NestExpressApplication) => app.use('/elsewhere', extraMiddleware),
      module: { controllers: [ElsewhereController], providers: [ExtraGuard] },
    };
    await withApp({ toApp, module }, (app) => {
      const taken = [
        '/api/products',
        '/api/products?limit=10&include=delivery',
        '/api/products/A',
        '/api/products/A/stock',
        '/api/changes?since=abc&limit=10',
        '/api/stock?skus=A,B',
        '/api/orders?cursor=abc',
      ];
      for (const url of taken) expect([url, isTaken(app, url)]).toEqual([url, true]);
      const left = ['/api/products?', '/api/stock?skus=A&page=2', '/api/stock?skus=%C3%A4/'];
      for (const url of left) expect([url, isTaken(app, url)]).toEqual([url, false]);
      expect(isTaken(app, '/api/orders/quote', 'POST')).toBe(true);
      const others = ['/api/orders?x=1', '/api/orders?', '/api/products', '/api/orders/A/cancel'];
      for (const url of others) expect([url, isTaken(app, url, 'POST')]).toEqual([url, false]);
      for (const method of ['PUT', 'HEAD', 'post']) {
        expect(isTaken(app, '/api/orders', method)).toBe(false);
      }
    });
  });

  it('runs a guard that is marked for it, with the same result as Express', async () => {
    const extra = {
      module: { controllers: [extraController({ ofMethod: [UseGuards(CountingGuard)] })] },
    };
    await withApp(extra, async (app) => {
      CountingGuard.calls = 0;
      const server = app.getHttpServer();
      expect((await request(server).get('/api/extra/a').expect(200)).body).toEqual({ key: 'a' });
      expect((await request(server).get('/API/extra/a').expect(200)).body).toEqual({ key: 'a' });
      expect([isTaken(app, '/api/extra/a'), isTaken(app, '/API/extra/a')]).toEqual([true, false]);
      const refusals = ['/api/extra/b', '/API/extra/b'].map(async (url) => {
        const { body } = await request(server).get(url).set('X-Request-Id', 'b').expect(404);
        return body as object;
      });
      const [inLane, inExpress] = await Promise.all(refusals);
      expect(inLane).toEqual(inExpress);
      expect(CountingGuard.calls).toBe(4);
    });
  });

  it('leaves a key to Express if another route has that path', async () => {
    const extra = { module: { controllers: [NeighborController, extraController()] } };
    await withApp(extra, async (app) => {
      const server = app.getHttpServer();
      expect(isTaken(app, '/api/extra/NEIGHBOR')).toBe(false);
      expect(isTaken(app, '/api/extra/neighbors')).toBe(true);
      await request(server).get('/api/extra/neighbor').expect(200, 'neighbor');
    });
  });
});

const escaped = (text: string): string => text.replaceAll(/[.()]/g, '\\$&');
