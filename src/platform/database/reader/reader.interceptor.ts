import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { TrackedRequest } from '../../http/request-context.js';
import { fromReader } from './reader-scope.js';

/** Interceptor that lets a standby answer the reads of GET handlers. */
export class ReaderInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method } = context.switchToHttp().getRequest<TrackedRequest>();
    return method === 'GET' ? from(fromReader(() => lastValueFrom(next.handle()))) : next.handle();
  }
}
