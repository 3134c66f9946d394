import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { Amount } from '../../platform/http/amounts.js';
import { Email, Text } from '../../platform/http/fields.js';
import { toIsoTimestamp } from '../../platform/http/iso-timestamp.js';
import { toMajorUnits } from '../../platform/money.js';
import type { ClientRecord } from './client-administration.service.js';

export class CreateClientDto {
  @Text({ max: LIMITS.nameLength, api: { example: 'Asha Home Store' } })
  name: string;

  @Email({ max: LIMITS.emailLength, api: { example: 'orders@asha-home.example' } })
  email: string;
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
}

export class ChangeClientDto {
  @Text({ max: LIMITS.nameLength, optional: true })
  name?: string;

  @Email({ max: LIMITS.emailLength, optional: true })
  email?: string;
}

class ClientSubscriptionDto {
  @ApiProperty({ description: 'Code of the plan' })
  plan: string;

  @ApiProperty()
  status: string;

  @ApiProperty({ format: 'date-time' })
  starts_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ends_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  grace_ends_at: string | null;

  @ApiProperty({ description: 'Whether it gives access now' })
  live: boolean;
}

@ApiExtraModels(ClientSubscriptionDto)
export class ClientDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  name: string;

  @ApiProperty()
  email: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({
    oneOf: [
      { $ref: getSchemaPath(ClientSubscriptionDto) },
      { type: 'object', nullable: true, enum: [null] },
    ],
  })
  subscription: ClientSubscriptionDto | null;

  @Amount({ description: 'Wallet balance' })
  wallet_balance: number;
}

export class NewClientRecordDto extends ClientDto {
  @ApiPropertyOptional({
    description:
      'Only with `owner_email` and without a mail server: the link to pass on, this once',
  })
  owner_invitation_link?: string;
}

export function toClient(client: ClientRecord): ClientDto {
  const { subscription } = client;
  return {
    id: client.id,
    name: client.name,
    email: client.email,
    created_at: client.createdAt.toISOString(),
    subscription: subscription && {
      plan: subscription.planCode,
      status: subscription.status,
      starts_at: toIsoTimestamp(subscription.startsAtMs),
      ends_at: toIsoTimestamp(subscription.endsAtMs),
      grace_ends_at: toIsoTimestamp(subscription.graceEndsAtMs),
      live: subscription.isLive,
    },
    wallet_balance: toMajorUnits(client.walletBalanceMinor),
  };
}
