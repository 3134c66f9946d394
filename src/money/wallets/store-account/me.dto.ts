import { ApiProperty } from '@nestjs/swagger';
import type { Settings } from '../../../platform/config/settings.js';
import { MODES, type Mode } from '../../../clients/mode.js';
import { toIsoTimestamp } from '../../../platform/http/input/iso-timestamp.js';
import type { StoreAccount } from './store-account.service.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

class MyClientDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  name: string;
}

class MyTokenDto {
  @ApiProperty({ minLength: 4, maxLength: 4, description: 'Its last four characters' })
  last4: string;

  @OrNull('date-time', 'null: it does not expire')
  expires_at: string | null;
}

class MyPlanDto {
  @ApiProperty()
  code: string;

  @ApiProperty()
  name: string;
}

class MySubscriptionDto {
  @ApiProperty({ enum: ['trialing', 'active', 'past_due'] })
  status: string;

  @OrNull('date-time', 'End of validity (exclusive); null: open-ended')
  ends_at: string | null;

  @OrNull('date-time', 'past_due: requests are accepted until this time')
  grace_ends_at: string | null;
}

class MyLimitsDto {
  @OrNull('integer', 'null: unlimited')
  requests_per_minute: number | null;

  @OrNull('integer', 'null: unlimited')
  orders_per_minute: number | null;
}

class MeDataDto {
  @ApiProperty({
    enum: MODES,
    description: 'live: orders are real; test: nothing is charged, taken from stock or shipped',
  })
  mode: Mode;

  @ApiProperty()
  client: MyClientDto;

  @ApiProperty({ description: 'The calling token' })
  token: MyTokenDto;

  @ApiProperty({ description: 'The domain that X-Client-Domain has to match' })
  domain: string;

  @ApiProperty()
  plan: MyPlanDto;

  @ApiProperty()
  subscription: MySubscriptionDto;

  @ApiProperty({
    description:
      'Shared by all live tokens of the client; test tokens share limits of the same size',
  })
  limits: MyLimitsDto;

  @ApiProperty({
    description: 'Whether orders of this token are paid from the wallet automatically',
  })
  auto_pay: boolean;

  @ApiProperty({ description: 'ISO 4217', example: 'INR' })
  currency: string;

  @ApiProperty({
    format: 'date-time',
    description: 'The clock by which expiry dates and subscriptions are checked',
  })
  server_time: string;
}

export class MeDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty()
  data: MeDataDto;
}

export function toMe(
  account: StoreAccount,
  {
    currency,
    rateLimitPerMinute,
    orderRateLimitPerMinute,
  }: Pick<Settings, 'currency' | 'rateLimitPerMinute' | 'orderRateLimitPerMinute'>,
): MeDto {
  return {
    success: true,
    data: {
      mode: account.mode,
      client: { id: account.clientId, name: account.clientName },
      token: { last4: account.last4, expires_at: account.expiresAt?.toISOString() ?? null },
      domain: account.domain,
      plan: { code: account.planCode, name: account.planName },
      subscription: {
        status: account.status,
        ends_at: toIsoTimestamp(account.endsAtMs),
        grace_ends_at: toIsoTimestamp(account.graceEndsAtMs),
      },
      limits: {
        requests_per_minute: rateLimitPerMinute || null,
        orders_per_minute: orderRateLimitPerMinute || null,
      },
      auto_pay: account.isAutoPaid,
      currency,
      server_time: toIsoTimestamp(account.nowMs),
    },
  };
}
