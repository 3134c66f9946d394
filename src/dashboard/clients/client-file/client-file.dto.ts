import { IntersectionType, PickType } from '@nestjs/swagger';
import { DOMAIN_RULE } from '../../../clients/domain.js';
import { LIMITS } from '../../../platform/config/limits.js';
import {
  responseDto,
  integer,
  parts,
  text,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { Email, Name, QueryFlag, Text, textRule } from '../../../platform/http/input/fields.js';
import { isDate } from '../../../platform/days/zoned-day.js';
import { PLACE_LENGTH } from '../../../platform/gst/address.js';
import { ChangeClientDto, CreateClientDto } from '../clients.dto.js';
import type { RowOutcome, RowProblem } from './client-row.js';

/** Characters of an address in one cell. */
const ADDRESS_LENGTH = 300;

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

  @Text({ max: LIMITS.domainLength, optional: true, rules: [DOMAIN_RULE] })
  domain?: string;

  @Text({ max: ADDRESS_LENGTH, optional: true })
  address?: string;

  @Text({ max: PLACE_LENGTH, optional: true })
  city?: string;

  @Text({ max: PLACE_LENGTH, optional: true })
  state?: string;

  @Text({ max: PLACE_LENGTH, optional: true })
  pincode?: string;
}

export class ClientFileQuery {
  @QueryFlag('true: report what the file would do, and store nothing')
  dry_run?: 'true' | 'false';
}

class ClientProblemDto extends responseDto<RowProblem>()({
  column: text('null: the row as a whole').orNull(),
  value: [text('The cell at fault').optional(), ({ value }) => value ?? undefined],
  problem: text(),
}) {}

export class ClientRowOutcomeDto extends responseDto<RowOutcome>()({
  line: integer('Row of the file; 1 is the header'),
  company: text(),
  outcome: word(
    ['created', 'known', 'refused'],
    'known: a client with this name and e-mail address was there; nothing changed',
  ),
  problems: parts(ClientProblemDto, 'Why it is refused'),
  client_id: [
    integer('Left out in a dry run, and if refused').optional(),
    ({ clientId }) => clientId ?? undefined,
  ],
  domain: [
    text('Domain of the store. A token can be created for it').optional(),
    ({ domain }) => domain ?? undefined,
  ],
  owner_invitation_link: [
    text(
      'The link to pass on to the owner; only without a mail server, and in this response',
    ).optional(),
    ({ invitationLink }) => invitationLink ?? undefined,
  ],
}) {}
