import {
  Header,
  Headers,
  Injectable,
  Module,
  Param,
  Query,
  RequestMethod,
  Scope,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
  type MiddlewareConsumer,
  type NestMiddleware,
  type Provider,
  type Type,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import {
  extraController,
  ExtraFilter,
  ExtraGuard,
  ExtraInterceptor,
  extraMiddleware,
  ExtraPipe,
  SHIPPED,
  type Extra,
} from './fast-lane-extras.js';

@Injectable({ scope: Scope.REQUEST })
class ScopedGuard extends ExtraGuard {}

class ExtraMiddleware implements NestMiddleware {
  use(_: Request, __: Response, next: () => void): void {
    next();
  }
}

const provided = (provider: Provider): Extra => ({ module: { providers: [provider] } });
const controlled = (controller: Type<unknown>): Extra => ({
  module: { controllers: [controller] },
});

function configured(apply: (consumer: MiddlewareConsumer) => unknown): Extra {
  @Module({})
  class ConfiguringModule {
    configure(consumer: MiddlewareConsumer): void {
      apply(consumer);
    }
  }
  return { module: { imports: [ConfiguringModule] } };
}

const configuredAt = (path: string, method: RequestMethod): Extra =>
  configured((consumer) => consumer.apply(ExtraMiddleware).forRoutes({ path, method }));

const expressOf = (app: NestExpressApplication): Express => app.getHttpAdapter().getInstance();

const EXTRA = ['GET /api/extra/:key (ExtraController.one)'];
const LIST = ['GET /api/products (CatalogController.listProducts)'];

type Decorate = (enhancer: object) => ClassDecorator & MethodDecorator;

const DECORATORS: [decorate: Decorate, Enhancer: new () => object, named: string][] = [
  [UseGuards as Decorate, ExtraGuard, 'guard ExtraGuard'],
  [UsePipes as Decorate, ExtraPipe, 'pipe ExtraPipe'],
  [UseInterceptors as Decorate, ExtraInterceptor, 'interceptor ExtraInterceptor'],
  [UseFilters as Decorate, ExtraFilter, 'filter ExtraFilter'],
];

/** Extra that applies to lane routes, with its name and the routes in the error that refuses the start. */
type Refused = [name: string, extra: Extra, named: string, routes: string[]];

export const REFUSED: Refused[] = [
  [
    'a guard provided as APP_GUARD',
    provided({ provide: APP_GUARD, useClass: ExtraGuard }),
    'guard ExtraGuard',
    SHIPPED,
  ],
  [
    'a pipe provided as APP_PIPE',
    provided({ provide: APP_PIPE, useClass: ExtraPipe }),
    'pipe ExtraPipe',
    SHIPPED,
  ],
  [
    'an interceptor provided as APP_INTERCEPTOR',
    provided({ provide: APP_INTERCEPTOR, useClass: ExtraInterceptor }),
    'interceptor ExtraInterceptor',
    SHIPPED,
  ],
  [
    'a filter provided as APP_FILTER',
    provided({ provide: APP_FILTER, useClass: ExtraFilter }),
    'filter ExtraFilter',
    SHIPPED,
  ],
  [
    'a request-scoped guard',
    provided({ provide: APP_GUARD, useClass: ScopedGuard }),
    'request-scoped global enhancer ScopedGuard',
    SHIPPED,
  ],
  [
    'useGlobalGuards()',
    { toApp: (app) => app.useGlobalGuards(new ExtraGuard()) },
    'global guard ExtraGuard',
    SHIPPED,
  ],
  [
    'useGlobalPipes()',
    { toApp: (app) => app.useGlobalPipes(new ExtraPipe()) },
    'global pipe ExtraPipe',
    SHIPPED,
  ],
  [
    'useGlobalInterceptors()',
    { toApp: (app) => app.useGlobalInterceptors(new ExtraInterceptor()) },
    'global interceptor ExtraInterceptor',
    SHIPPED,
  ],
  [
    'useGlobalFilters()',
    { toApp: (app) => app.useGlobalFilters(new ExtraFilter()) },
    'global filter ExtraFilter',
    SHIPPED,
  ],
  [
    'app.use()',
    { toApp: (app) => app.use(extraMiddleware) },
    'middleware extraMiddleware',
    SHIPPED,
  ],
  [
    'app.use() at a path',
    { toApp: (app) => app.use('/api/products', extraMiddleware) },
    'middleware extraMiddleware',
    SHIPPED.slice(0, 3),
  ],
  [
    'app.param()',
    { toApp: (app) => expressOf(app).param('sku', (_, __, next) => next()) },
    "middleware of app.param('sku')",
    SHIPPED.slice(1, 3),
  ],
  ['app.enableCors()', { toApp: (app) => app.enableCors() }, 'middleware corsMiddleware', SHIPPED],
  [
    'a route of Express before the controllers',
    { toApp: (app) => expressOf(app).get('/api/products', extraMiddleware) },
    'an earlier route /api/products',
    LIST,
  ],
  [
    'middleware of a module',
    configured((consumer) => consumer.apply(ExtraMiddleware).forRoutes('{*path}')),
    'middleware handler, perhaps of middleware ExtraMiddleware',
    SHIPPED,
  ],
  [
    'middleware of a module at exactly one path',
    configuredAt('api/products', RequestMethod.GET),
    'an earlier route /api/products, perhaps of middleware ExtraMiddleware',
    LIST,
  ],
  ...DECORATORS.flatMap(([decorate, Enhancer, named]): Refused[] => [
    [
      `${named} of the controller`,
      controlled(extraController({ ofClass: [decorate(Enhancer)] })),
      named,
      EXTRA,
    ],
    [
      `${named} of the handler`,
      controlled(extraController({ ofMethod: [decorate(new Enhancer())] })),
      named,
      EXTRA,
    ],
  ]),
  [
    'a pipe of a parameter',
    controlled(extraController({ ofKey: Param('key', ExtraPipe) })),
    'pipe ExtraPipe',
    EXTRA,
  ],
  [
    'a header of the handler',
    controlled(extraController({ ofMethod: [Header('X-Extra', 'yes')] })),
    '@Header()',
    EXTRA,
  ],
  [
    'a parameter that is not bound',
    controlled(extraController({ ofKey: Headers('x-extra') })),
    'parameter 0',
    EXTRA,
  ],
  [
    'middleware of a module for POST',
    configuredAt('api/orders', RequestMethod.POST),
    'an earlier route /api/orders, perhaps of middleware ExtraMiddleware',
    ['POST /api/orders (OrdersController.placeOrder)'],
  ],
  [
    'a part of the query',
    controlled(extraController({ ofKey: Query('x', ExtraPipe) })),
    'pipe ExtraPipe',
    EXTRA,
  ],
];
