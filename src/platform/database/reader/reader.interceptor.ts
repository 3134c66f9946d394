import type { ExecutionContext } from '@nestjs/common';
import { AroundInterceptor } from '../../http/around.interceptor.js';
import type { TrackedRequest } from '../../http/request-context.js';
import { fromReader } from './reader-scope.js';

/** Interceptor that lets a standby answer what GET handlers read. */
export class ReaderInterceptor extends AroundInterceptor {
  around(context: ExecutionContext, next: () => Promise<unknown>): Promise<unknown> {
    const { method } = context.switchToHttp().getRequest<TrackedRequest>();
    return method === 'GET' ? fromReader(next) : next();
  }
}
