import { ApiProperty } from '@nestjs/swagger';
import type { Response } from 'express';
import { APPROVAL_STATUSES, SHOWN_KINDS, type Approval } from './approval.entity.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
import { ApiAdmin } from '../../platform/http/openapi/admin-docs.js';
import { Amount } from '../../platform/http/input/amounts.js';
import { toMajorUnits } from '../../platform/money.js';

/** An entry that another person has to approve, in the answer to the call that proposed it. */
export class ProposedApprovalDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ enum: SHOWN_KINDS })
  kind: string;

  @Amount({ type: Number, nullable: true, description: 'null: it is not about money' })
  amount: number | null;

  @ApiProperty({ enum: APPROVAL_STATUSES })
  status: string;
}

/** The answer to a call whose entry waits for another person. */
export class WaitingDto {
  @ApiProperty()
  approval: ProposedApprovalDto;
}

/** Documents the answer of a route whose entries may wait. */
export function ApiWaiting(): MethodDecorator {
  return ApiAdmin(202, WaitingDto);
}

/** Answers a call whose entry waits. */
export function answerWaiting(
  response: Response,
  { id, kind, amountMinor, status }: Approval,
): AdminAnswer<WaitingDto> {
  response.status(202);
  const amount = amountMinor === null ? null : toMajorUnits(amountMinor);
  return adminAnswer({ approval: { id, kind, amount, status } });
}
