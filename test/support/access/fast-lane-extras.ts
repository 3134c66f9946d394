import {
  Catch,
  Controller,
  Get,
  Module,
  Param,
  UseInterceptors,
  type CallHandler,
  type CanActivate,
  type DynamicModule,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
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
