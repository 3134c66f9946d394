import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Timestamp, Text } from '../http/input/fields.js';
import { PageQuery } from '../http/paging/page.js';
import type { AuditEntry } from './audit-entry.entity.js';
import { TableFileQuery } from '../table-export/table-file.js';
import { OrNull } from '../http/openapi/or-null.js';

/** Filter of the list of audit entries. */
export class AuditFilterQuery {
  @Text({
    max: 300,
    optional: true,
    api: {
      example: 'user 7',
      description: 'Exact; a user may be named without the e-mail address',
    },
  })
  actor?: string;

  @Text({
    max: 120,
    optional: true,
    api: { example: 'product TW-GLS-06', description: 'Exact: kind and key' },
  })
  subject?: string;

  @Timestamp({ optional: true, api: { description: 'Changes at this time or later' } })
  from?: Date;

  @Timestamp({ optional: true, api: { description: 'Changes before this time' } })
  to?: Date;
}

/** Query: audit entries as a file. */
export class AuditFileQuery extends IntersectionType(AuditFilterQuery, TableFileQuery) {}

/** Query of the list of audit entries. */
export class AuditQuery extends IntersectionType(PageQuery, AuditFilterQuery) {}

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

  @OrNull(String, 'The request that did it')
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
