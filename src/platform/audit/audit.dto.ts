import { IntersectionType } from '@nestjs/swagger';
import {
  anything,
  columns,
  responseDto,
  integer,
  text,
  time,
} from '../http/response-dto/response-dto.js';
import { amountText, countText, dayText } from '../figures.js';
import { capitalized } from '../table-export/name-words.js';
import { shopTimeText } from '../table-export/shop-time.js';
import { actionText, changedFacts, factWords, personText } from './audit-words.js';
import { Timestamp, Text } from '../http/input/fields.js';
import { PageQuery } from '../http/paging/page.js';
import type { AuditEntry } from './audit-entry.entity.js';
import { TableFileQuery } from '../table-export/table-file.js';

/** Filter of the list of audit entries. */
export class AuditFilterQuery {
  @Text({
    max: 300,
    optional: true,
    api: { example: 'user 7', description: "Exact match; a user's e-mail address may be left out" },
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

export class AuditQuery extends IntersectionType(PageQuery, AuditFilterQuery) {}

export class AuditEntryDto extends responseDto<AuditEntry>()({
  id: integer(),
  at: time(),
  actor: text({ example: 'operator', description: 'Who' }),
  action: text({ example: 'product.updated', description: 'Did what' }),
  subject: text({ example: 'product TW-GLS-06', description: 'To what' }),
  before: anything().orNull(),
  after: anything().orNull(),
  request_id: text('The request that did it').orNull(),
}) {}

/** Length of a time without its seconds. */
const MINUTES = 16;

const { factName, factText } = factWords({
  amount: amountText,
  count: countText,
  day: dayText,
  time: (iso) => shopTimeText(new Date(iso)).slice(0, MINUTES),
  variation: (key) => key,
});

/** The columns of a file: the entry as it is stored, and for people in words. */
export const AUDIT_COLUMNS = [
  ...AuditEntryDto.columns('at actor action subject before after request_id'),
  ...columns<AuditEntry>()({
    who: [text().forPeople(), ({ actor }) => personText(actor)],
    did: [text().forPeople(), ({ action, subject }) => actionText(action, subject)],
    change: [text().forPeople(), changeText],
  }),
];

/** Writes what an entry changed: "Status not paid → paid; shelf A-1". */
function changeText({ before, after }: AuditEntry): string {
  const changes = changedFacts(before, after).map(([name, was, is]) =>
    [
      factName(name),
      ...(was === undefined ? [] : [factText(name, was), '→']),
      factText(name, is),
    ].join(' '),
  );
  return capitalized(changes.join('; '));
}
