import { ApiProperty } from '@nestjs/swagger';
import type { AuditEntry } from './audit-entry.entity.js';

export class AuditEntryDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ example: 'operator', description: 'Who' })
  actor: string;

  @ApiProperty({ example: 'product.updated', description: 'Did what' })
  action: string;

  @ApiProperty({ example: 'product TW-GLS-06', description: 'To what' })
  subject: string;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: true })
  before: object | null;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: true })
  after: object | null;

  @ApiProperty({ type: String, nullable: true, description: 'The request that did it' })
  request_id: string | null;
}

export function toAuditEntry(entry: AuditEntry): AuditEntryDto {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    before: entry.before,
    after: entry.after,
    request_id: entry.requestId,
  };
}
