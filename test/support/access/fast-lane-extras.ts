import {
  Catch,
  Controller,
  Get,
  Header,
  Headers,
  HttpCode,
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
  type CallHandler,
  type CanActivate,
  type DynamicModule,
  type ExceptionFilter,
  type ExecutionContext,
  type MiddlewareConsumer,
  type NestInterceptor,
  type NestMiddleware,
  type PipeTransform,
  type Provider,
  type Type,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';
import type { Observable } from 'rxjs';
import type { DatabaseConnection } from '../../../ormconfig.js';
import { AppModule } from '../../../src/app.module.js';
import { assembleApp, initApp } from '../../../src/app.setup.js';
import { Public } from '../../../src/platform/http/audience.js';
import { InFastLane } from '../../../src/platform/http/fast-lane/in-fast-lane.decorator.js';
import { PathKeyPipe } from '../../../src/platform/http/input/path-key.pipe.js';
import { ConditionalGetInterceptor } from '../../../src/platform/http/representation/conditional-get.interceptor.js';
import {
  representationOf,
  type Representation,
} from '../../../src/platform/http/representation/representation.js';
import { givenParts } from '../app.js';

export class ExtraGuard implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}

export class ExtraInterceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle();
  }
}

export class ExtraPipe implements PipeTransform {
  transform(value: unknown): unknown {
    return value;
  }
}

@Catch()
export class ExtraFilter implements ExceptionFilter {
  catch(): void {
    throw new Error('not called');
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedGuard extends ExtraGuard {}

export function extraMiddleware(_: Request, __: Response, next: NextFunction): void {
  next();
}

class ExtraMiddleware implements NestMiddleware {
  use(_: Request, __: Response, next: () => void): void {
    next();
  }
}

/** Returns a controller with a lane route GET /api/extra/:key, whose handler and class get more decorators. */
export function extraController({
  ofClass = [],
  ofMethod = [],
  ofKey = Param('key', new PathKeyPipe('product_not_found')),
}: {
  ofClass?: ClassDecorator[];
  ofMethod?: MethodDecorator[];
  ofKey?: ParameterDecorator;
} = {}): Type<unknown> {
  @Public()
  @Controller('api/extra')
  @UseInterceptors(ConditionalGetInterceptor)
  class ExtraController {
    @Get(':key')
    @InFastLane()
    one(key: string): Representation {
      return representationOf({ key });
    }
  }
  ofKey(ExtraController.prototype, 'one', 0);
  for (const decorate of ofClass) decorate(ExtraController);
  const method = Object.getOwnPropertyDescriptor(ExtraController.prototype, 'one')!;
  for (const decorate of ofMethod) decorate(ExtraController.prototype, 'one', method);
  return ExtraController;
}

/** Addition to the application as it is shipped. */
export interface Extra {
  module?: Partial<DynamicModule>;
  toApp?: (app: NestExpressApplication) => unknown;
}

@Module({})
class ExtraModule {}

/** Starts the shipped application with an extra, works with it and closes it. */
export async function withExtra<T>(
  connection: DatabaseConnection,
  { module: { imports = [], ...module } = {}, toApp }: Extra,
  work: (app: NestExpressApplication) => T,
): Promise<Awaited<T>> {
  const parts = await givenParts(connection);
  const root = { module: ExtraModule, imports: [AppModule.of(parts), ...imports], ...module };
  const app = await assembleApp(root, parts.log);
  toApp?.(app);
  try {
    await initApp(app, parts.log);
    return await work(app);
  } finally {
    await app.close();
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

/** Every lane route that the service is shipped with. */
export const SHIPPED = [
  'GET /api/products (CatalogController.list)',
  'GET /api/products/:sku (CatalogController.one)',
  'GET /api/products/:sku/stock (StockController.one)',
  'GET /api/changes (ChangesController.list)',
  'GET /api/stock (StockListController.list)',
  'POST /api/orders (OrdersController.place)',
  'POST /api/orders/quote (OrdersController.quote)',
  'GET /api/orders (OrdersController.list)',
  'GET /api/orders/:order_number/status (OrdersController.status)',
];
const EXTRA = ['GET /api/extra/:key (ExtraController.one)'];
const LIST = ['GET /api/products (CatalogController.list)'];

type Decorate = (enhancer: object) => ClassDecorator & MethodDecorator;

const DECORATORS: [decorate: Decorate, Enhancer: new () => object, named: string][] = [
  [UseGuards as Decorate, ExtraGuard, 'guard ExtraGuard'],
  [UsePipes as Decorate, ExtraPipe, 'pipe ExtraPipe'],
  [UseInterceptors as Decorate, ExtraInterceptor, 'interceptor ExtraInterceptor'],
  [UseFilters as Decorate, ExtraFilter, 'filter ExtraFilter'],
];

/** An extra that applies to lane routes, what the refusal to start calls it, and the routes it names. */
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
    'a status of a GET',
    controlled(extraController({ ofMethod: [HttpCode(202)] })),
    '@HttpCode()',
    EXTRA,
  ],
  [
    'middleware of a module for POST',
    configuredAt('api/orders', RequestMethod.POST),
    'an earlier route /api/orders, perhaps of middleware ExtraMiddleware',
    ['POST /api/orders (OrdersController.place)'],
  ],
  [
    'a part of the query',
    controlled(extraController({ ofKey: Query('x', ExtraPipe) })),
    'pipe ExtraPipe',
    EXTRA,
  ],
];
