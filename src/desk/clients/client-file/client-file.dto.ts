import { ApiProperty, ApiPropertyOptional, IntersectionType, PickType } from '@nestjs/swagger';
import { DOMAIN_RULE } from '../../../clients/domain.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Email, Name, QueryFlag, Text, textRule } from '../../../platform/http/input/fields.js';
import { isDate } from '../../../platform/days/zoned-day.js';
import { ChangeClientDto, CreateClientDto } from '../clients.dto.js';
import type { RowOutcome } from './client-row.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

/** A row of a file of clients, under the rules of the Admin API. */
export class ClientRowDto extends IntersectionType(
  PickType(CreateClientDto, ['email', 'gstin'] as const),
  PickType(ChangeClientDto, ['max_reserved_units', 'max_open_value'] as const),
) {
  @Name({ max: LIMITS.nameLength })
  company: string;

  @Email({ max: LIMITS.emailLength })
  owner_email: string;

  @Text({ max: LIMITS.planCodeLength, optional: true })
  plan?: string;

  @Text({
    max: 10,
    optional: true,
    rules: [
      textRule('invalid_date', 'must be a day, as 2027-04-01', isDate),
      {
        code: 'incomplete',
        message: 'needs a plan as well',
        passes: (_, row) => (row as ClientRowDto).plan !== undefined,
      },
    ],
  })
  ends_on?: string;

  @Text({
    max: LIMITS.domainLength,
    optional: true,
    rules: [DOMAIN_RULE],
  })
  domain?: string;
}

export class ClientFileQuery {
  @QueryFlag('true: report what the file would do, and store nothing')
  dry_run?: 'true' | 'false';
}

class ClientProblemDto {
  @OrNull(String, 'null: the row as a whole')
  column: string | null;

  @ApiPropertyOptional({ description: 'The cell at fault' })
  value?: string;

  @ApiProperty()
  problem: string;
}

export class ClientRowOutcomeDto {
  @ApiProperty({ type: 'integer', description: 'Row of the file; 1 is the header' })
  line: number;

  @ApiProperty()
  company: string;

  @ApiProperty({
    enum: ['created', 'known', 'refused'],
    description: 'known: a client with this name and e-mail address was there; nothing changed',
  })
  outcome: RowOutcome['outcome'];

  @ApiProperty({ type: [ClientProblemDto], description: 'Why it is refused' })
  problems: ClientProblemDto[];

  @ApiPropertyOptional({ type: 'integer', description: 'Left out in a dry run, and if refused' })
  client_id?: number;

  @ApiPropertyOptional({ description: 'Domain of the store, for which a token can be created' })
  domain?: string;

  @ApiPropertyOptional({
    description:
      'The link to pass on to the owner; only without a mail server, and in this response',
  })
  owner_invitation_link?: string;
}

export function toClientRowOutcome(
  outcome: RowOutcome,
  { hidesLinks }: { hidesLinks: boolean },
): ClientRowOutcomeDto {
  const { line, company, clientId, domain, invitationLink } = outcome;
  return {
    line,
    company,
    outcome: outcome.outcome,
    problems: outcome.problems.map(({ column, value, problem }) => ({
      column,
      ...(value !== null && { value }),
      problem,
    })),
    ...(clientId !== null && { client_id: clientId }),
    ...(domain !== null && { domain }),
    ...(invitationLink !== null && !hidesLinks && { owner_invitation_link: invitationLink }),
  };
}
