import type { CallHandler } from '@nestjs/common';
import { catchError, from, switchMap, throwError, type Observable } from 'rxjs';

/** Handles a request; an error is thrown as `explain` returns it. */
export function explained(
  next: CallHandler,
  explain: (thrown: unknown) => Promise<unknown>,
): Observable<unknown> {
  return next
    .handle()
    .pipe(
      catchError((thrown: unknown) =>
        from(explain(thrown)).pipe(switchMap((error) => throwError(() => error))),
      ),
    );
}
