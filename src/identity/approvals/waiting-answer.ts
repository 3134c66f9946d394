import {
  applyDecorators,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import {
  responseDto,
  integer,
  money,
  part,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import type { AnswerSink } from '../../platform/http/header-sink.js';
import {
  APPROVAL_KINDS,
  APPROVAL_STATUSES,
  takesEffectAt,
  type Approval,
} from './approval.entity.js';
import {
  Responds,
  type ResponseDtoClass,
  type Errors,
  type OnHandlerOf,
  type RowOf,
} from '../../platform/http/openapi/admin-docs.js';
import type { DoneOrWaiting } from './approvals.service.js';

/** An entry that another person has to approve, in the answer to the call that proposed it. */
export class ProposedApprovalDto extends responseDto<Approval>()({
  id: integer(),
  kind: word(APPROVAL_KINDS),
  amount: money('null: it moves no money').orNull().guarded(),
  status: word(APPROVAL_STATUSES),
  takes_effect_at: [
    time('When it takes effect without an approval, unless it is rejected').optional(),
    takesEffectAt,
  ],
}) {}

/** The answer to a call whose entry waits for another person. */
export class WaitingDto extends responseDto<Approval>()({
  approval: [part(ProposedApprovalDto), (approval) => approval],
}) {}

/** Interceptor that passes on what was recorded, or the approval that it waits for. */
class WaitingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map(({ outcome, approval }: DoneOrWaiting<unknown>) => {
        if (approval === null) return outcome;
        context.switchToHttp().getResponse<AnswerSink>().statusCode = 202;
        return approval;
      }),
    );
  }
}

/** Answers with what was recorded. An entry that waits for another person is answered 202. */
export function RespondsOrWaits<C extends ResponseDtoClass>(
  status: 200 | 201 | 'recorded',
  type: C,
  ...errors: Errors
): OnHandlerOf<DoneOrWaiting<RowOf<C>>> {
  return applyDecorators(
    Responds(202, WaitingDto) as MethodDecorator,
    // After the other one, so that the documents have its refusals.
    Responds(status, type, ...errors) as MethodDecorator,
    // Within the interceptor that shows what it hands on.
    UseInterceptors(WaitingInterceptor),
  );
}
