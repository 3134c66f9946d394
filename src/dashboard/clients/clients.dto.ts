import { IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { LIMITS } from '../../platform/config/limits.js';
import {
  Amount as AmountField,
  Email,
  Field,
  OneOf,
  Text,
  Timestamp,
  WholeNumber,
  Name,
} from '../../platform/http/input/fields.js';
import {
  responseDto,
  columns,
  flag,
  integer,
  money,
  part,
  text,
  time,
  timeOfMs,
} from '../../platform/http/response-dto/response-dto.js';
import { stateName } from '../../platform/gst/states.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import { toBasisPoints, toMajorUnits, toMinorUnits } from '../../platform/money.js';
import type { ClientChange, ClientData } from '../../clients/clients.service.js';
import type { SubscriptionChange, SubscriptionStanding } from '../../plans/plans.service.js';
import { UNPRINTABLE } from '../products/product-record.dto.js';
import { ChangeTaxPartyDto, TAX_PARTY_FIELDS, toPartyChange } from './tax-party.dto.js';
import type { ClientRecord } from './client-administration.service.js';
import {
  SUBSCRIPTION_STATES,
  type ClientFilter,
  type SubscriptionState,
} from './client-search.repository.js';
import { TableFileQuery } from '../../platform/table-export/table-file.js';

export class CreateClientDto extends ChangeTaxPartyDto {
  @Name({ max: LIMITS.nameLength, api: { example: 'Asha Home Store' } })
  name: string;

  @Email({ max: LIMITS.emailLength, api: { example: 'orders@asha-home.example' } })
  email: string;
}

class FirstSubscriptionDto {
  @Text({ max: LIMITS.planCodeLength, api: { example: 'silver', description: 'Code of the plan' } })
  plan: string;

  @Timestamp({
    optional: true,
    api: { description: 'End of validity (exclusive); absent: open-ended' },
  })
  ends_at?: Date;
}

export class NewClientDto extends CreateClientDto {
  @Email({
    max: LIMITS.emailLength,
    optional: true,
    api: {
      example: 'asha@asha-home.example',
      description: 'Invites this person as an owner of the client',
    },
  })
  owner_email?: string;

  @ValidateNested()
  @Type(() => FirstSubscriptionDto)
  @Field({
    optional: true,
    api: { type: FirstSubscriptionDto, description: 'Begins now; default: no subscription' },
    rules: [
      {
        code: 'object_expected',
        message: 'must be an object',
        passes: (value) => value instanceof FirstSubscriptionDto,
      },
    ],
  })
  subscription?: FirstSubscriptionDto;
}

export class ClientFilterQuery {
  @Text({
    max: 200,
    optional: true,
    api: {
      description:
        'Part of the name, of an e-mail address of the client or its people, or of the domain of a store; the id, or the payment ' +
        'reference such as `CL000017`; at least six characters of the GSTIN',
      example: 'asha',
    },
  })
  q?: string;

  @Text({ max: LIMITS.planCodeLength, optional: true, api: { description: 'Code of the plan' } })
  plan?: string;

  @OneOf(SUBSCRIPTION_STATES, {
    optional: true,
    api: {
      description:
        'live: it gives access. ended: it no longer does. past_due: also after its grace period. none: the client never had one',
    },
  })
  subscription?: SubscriptionState;

  @Timestamp({
    optional: true,
    api: { description: 'The subscription ends at this time or later' },
  })
  ends_from?: Date;

  @Timestamp({ optional: true, api: { description: 'The subscription ends before this time' } })
  ends_to?: Date;

  @OneOf(['empty'], { optional: true, api: { description: 'empty: the balance is 0' } })
  wallet?: 'empty';

  @OneOf(['missing'], {
    optional: true,
    api: { description: 'missing: tax documents cannot print an address of the client' },
  })
  billing?: 'missing';
}

export class ClientsFileQuery extends IntersectionType(ClientFilterQuery, TableFileQuery) {}

export class ClientsQuery extends IntersectionType(PageQuery, ClientFilterQuery) {}

export class ChangeClientDto extends ChangeTaxPartyDto {
  @Name({ max: LIMITS.nameLength, optional: true })
  name?: string;

  @Email({ max: LIMITS.emailLength, optional: true })
  email?: string;

  @WholeNumber({
    min: 0,
    max: LIMITS.stockQuantity,
    optional: true,
    api: {
      type: 'integer',
      nullable: true,
      example: 500,
      description:
        'Maximum units that unpaid orders may reserve. 0 = unlimited, null = MAX_RESERVED_UNITS_PER_CLIENT',
    },
  })
  max_reserved_units?: number | null;

  @AmountField({
    min: 0,
    max: toMajorUnits(LIMITS.moneyMinor),
    optional: true,
    api: {
      type: Number,
      nullable: true,
      example: 250_000,
      description:
        'Maximum total of unpaid orders. 0 = unlimited, null = MAX_OPEN_VALUE_PER_CLIENT',
    },
  })
  max_open_value?: number | null;

  @AmountField({
    min: 0.01,
    max: 10,
    optional: true,
    api: {
      type: Number,
      nullable: true,
      example: 0.1,
      description: 'Income tax that the client deducts from what it pays, in percent. null = none',
    },
  })
  tax_deducted_rate?: number | null;
}

export class ClientSubscriptionDto extends responseDto<SubscriptionStanding>()({
  plan: [text('Code of the plan'), 'planCode'],
  status: text(),
  starts_at: timeOfMs(),
  ends_at: timeOfMs().orNull(),
  grace_ends_at: timeOfMs().orNull(),
  live: flag('Whether it gives access now'),
}) {}

export class ClientDto extends responseDto<ClientRecord>()({
  ...TAX_PARTY_FIELDS,
  id: integer(),
  name: text(),
  email: text(),
  created_at: time(),
  subscription: part(ClientSubscriptionDto).orNull(),
  wallet_balance: [money('Wallet balance').guarded(), ({ balances }) => balances.walletMinor],
  debt: [
    money('Money that was taken back and that the wallet did not hold').guarded(),
    ({ balances }) => balances.debtMinor,
  ],
  credit_used: [
    money('Unpaid part of the orders bought on account').guarded(),
    ({ balances }) => balances.creditUsedMinor,
  ],
  max_reserved_units: integer(
    'Maximum units that unpaid orders may reserve. 0 = unlimited, null = default',
  ).orNull(),
  max_open_value: money('Maximum total of unpaid orders. 0 = unlimited, null = default')
    .orNull()
    .guarded(),
  tax_deducted_rate: [
    // A basis point is a hundredth of a percent.
    money('Income tax that the client deducts from what it pays, in percent. null = none').orNull(),
    'taxDeductedBp',
  ],
  unprintable: [UNPRINTABLE, ({ unprintable }) => unprintable ?? undefined],
}) {}

export const CLIENT_COLUMNS = [
  ...ClientDto.columns('id name email gstin billing_address'),
  ...columns<ClientRecord>()({
    billing_line1: text().orNull(),
    billing_line2: text().orNull(),
    billing_place: text().orNull(),
    billing_state: text().orNull(),
    billing_state_name: [
      text().orNull().forPeople(),
      ({ billingState }) => (billingState === null ? null : stateName(billingState)),
    ],
    billing_pincode: text().orNull(),
    sez: text().orNull(),
    plan: [text().orNull(), ({ subscription }) => subscription?.planCode ?? null],
    subscription: [text().orNull(), ({ subscription }) => subscription?.status ?? null],
    gives_access: [flag(), ({ subscription }) => subscription?.isLive ?? false],
    ends_at: [timeOfMs().orNull(), ({ subscription }) => subscription?.endsAtMs ?? null],
  }),
  ...ClientDto.columns('created_at wallet_balance debt credit_used'),
];

/** A new client. The link of its owner's invitation is null if there is nothing to pass on. */
type NewClientRow = ClientRecord & { invitationLink: string | null };

export class NewClientRecordDto extends responseDto<NewClientRow>()({
  ...ClientDto.fields,
  owner_invitation_link: [
    text(
      'The link to pass on; only with `owner_email`, without a mail server, and in this response',
    ).optional(),
    ({ invitationLink }) => invitationLink ?? undefined,
  ],
}) {}

export function toClientData({ name, email, ...party }: CreateClientDto): ClientData {
  return { name, email, ...toPartyChange(party) };
}

/** Reads the fields that a request changes, in their stored form. */
export function toClientChange({
  name,
  email,
  max_reserved_units: maxReservedUnits,
  max_open_value: maxOpenValue,
  tax_deducted_rate: taxDeductedRate,
  ...party
}: ChangeClientDto): ClientChange {
  return {
    // null counts as absent.
    name: name ?? undefined,
    email: email ?? undefined,
    ...toPartyChange(party),
    maxReservedUnits,
    maxOpenValueMinor: maxOpenValue && toMinorUnits(maxOpenValue),
    taxDeductedBp: taxDeductedRate && toBasisPoints(taxDeductedRate),
  };
}

/** @param mayInvite true if the caller may pass on the link of the owner's invitation */
export function toNewClient(
  { record, invitationLink }: { record: ClientRecord; invitationLink: string | null },
  mayInvite: boolean,
): NewClientRow {
  return { ...record, invitationLink: mayInvite ? invitationLink : null };
}

/** Reads the first subscription of a request; null without one. */
export function toFirstSubscription(
  subscription: FirstSubscriptionDto | undefined,
): SubscriptionChange | null {
  // null counts as absent, too.
  if (!subscription) return null;
  return { plan: subscription.plan, status: 'active', endsAt: subscription.ends_at };
}

export function toClientFilter(query: ClientFilterQuery): ClientFilter {
  return {
    words: query.q,
    plan: query.plan,
    state: query.subscription,
    endsFrom: query.ends_from,
    endsTo: query.ends_to,
    isWalletEmpty: query.wallet === 'empty',
    lacksBilling: query.billing === 'missing',
  };
}
