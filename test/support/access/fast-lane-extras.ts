import {
  Catch,
  Controller,
  Get,
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

export function extraMiddleware(_: Request, __: Response, next: NextFunction): void {
  next();
}

/** Makes a controller with a lane route GET /api/extra/:key, whose handler and class get more decorators. */
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

/** Every lane route that the service is shipped with. */
export const SHIPPED = [
  'GET /api/products (CatalogController.listProducts)',
  'GET /api/products/:sku (CatalogController.getProduct)',
  'GET /api/products/:sku/stock (StockController.getProductStock)',
  'GET /api/changes (ChangesController.listChanges)',
  'GET /api/stock (StockListController.listStock)',
  'POST /api/orders (OrdersController.placeOrder)',
  'POST /api/orders/quote (OrdersController.quoteOrder)',
  'GET /api/orders (OrdersController.listOrders)',
  'GET /api/orders/:order_number/status (OrdersController.getOrderStatus)',
  'POST /dashboard/api/session (SessionController.signIn)',
];

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

/** Makes an extra that applies to all lane routes. */
const everywhere = (name: string, extra: Extra, named: string): Refused => [
  name,
  extra,
  named,
  SHIPPED,
];
/** Makes an extra of what an app offers. */
const called = (name: string, toApp: Extra['toApp'], named: string): Refused =>
  everywhere(name, { toApp }, named);
/** Makes an extra of a controller with a lane route of its own. */
const own = (
  name: string,
  parts: Parameters<typeof extraController>[0],
  named: string,
): Refused => [name, controlled(extraController(parts)), named, EXTRA];

const ENHANCERS: [token: string, useClass: Type, kind: string][] = [
  [APP_GUARD, ExtraGuard, 'guard'],
  [APP_PIPE, ExtraPipe, 'pipe'],
  [APP_INTERCEPTOR, ExtraInterceptor, 'interceptor'],
  [APP_FILTER, ExtraFilter, 'filter'],
];

export const REFUSED: Refused[] = [
  ...ENHANCERS.map(([provide, useClass, kind]) =>
    everywhere(`a global ${kind}`, provided({ provide, useClass }), `${kind} ${useClass.name}`),
  ),
  everywhere(
    'a request-scoped guard',
    provided({ provide: APP_GUARD, useClass: ScopedGuard }),
    'request-scoped global enhancer ScopedGuard',
  ),
  called(
    'useGlobalGuards()',
    (app) => app.useGlobalGuards(new ExtraGuard()),
    'global guard ExtraGuard',
  ),
  called('useGlobalPipes()', (app) => app.useGlobalPipes(new ExtraPipe()), 'global pipe ExtraPipe'),
  called(
    'useGlobalInterceptors()',
    (app) => app.useGlobalInterceptors(new ExtraInterceptor()),
    'global interceptor ExtraInterceptor',
  ),
  called(
    'useGlobalFilters()',
    (app) => app.useGlobalFilters(new ExtraFilter()),
    'global filter ExtraFilter',
  ),
  called('app.use()', (app) => app.use(extraMiddleware), 'middleware extraMiddleware'),
  called('app.enableCors()', (app) => app.enableCors(), 'middleware corsMiddleware'),
  everywhere(
    'middleware of a module',
    configured((consumer) => consumer.apply(ExtraMiddleware).forRoutes('{*path}')),
    'middleware handler, perhaps of middleware ExtraMiddleware',
  ),
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
  [
    'a route of Express before the controllers',
    { toApp: (app) => expressOf(app).get('/api/products', extraMiddleware) },
    'an earlier route /api/products',
    LIST,
  ],
  [
    'middleware of a module at exactly one path',
    configuredAt('api/products', RequestMethod.GET),
    'an earlier route /api/products, perhaps of middleware ExtraMiddleware',
    LIST,
  ],
  [
    'middleware of a module for POST',
    configuredAt('api/orders', RequestMethod.POST),
    'an earlier route /api/orders, perhaps of middleware ExtraMiddleware',
    ['POST /api/orders (OrdersController.placeOrder)'],
  ],
  ...DECORATORS.flatMap(([decorate, Enhancer, named]) => [
    own(`${named} of the controller`, { ofClass: [decorate(Enhancer)] }, named),
    own(`${named} of the handler`, { ofMethod: [decorate(new Enhancer())] }, named),
  ]),
  own('a pipe of a parameter', { ofKey: Param('key', ExtraPipe) }, 'pipe ExtraPipe'),
  own('a header of the handler', { ofMethod: [Header('X-Extra', 'yes')] }, '@Header()'),
  own('a parameter that is not bound', { ofKey: Headers('x-extra') }, 'parameter 0'),
  own('a part of the query', { ofKey: Query('x', ExtraPipe) }, 'pipe ExtraPipe'),
];
