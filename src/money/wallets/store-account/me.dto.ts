import { MODES } from '../../../clients/mode.js';
import type { Settings } from '../../../platform/config/settings.js';
import {
  ALWAYS_TRUE,
  responseDto,
  flag,
  integer,
  part,
  text,
  time,
  timeOfMs,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import type { StoreAccount } from './store-account.service.js';

/** A token and its client, with the settings that its store sees. */
type Me = StoreAccount &
  Pick<Settings, 'currency' | 'rateLimitPerMinute' | 'orderRateLimitPerMinute'>;

class MyClientDto extends responseDto<Me>()({
  id: [integer(), 'clientId'],
  name: [text(), 'clientName'],
}) {}

class MyTokenDto extends responseDto<Me>()({
  last4: text({ minLength: 4, maxLength: 4, description: 'Its last four characters' }),
  expires_at: time('null: it does not expire').orNull(),
}) {}

class MyPlanDto extends responseDto<Me>()({
  code: [text(), 'planCode'],
  name: [text(), 'planName'],
}) {}

class MySubscriptionDto extends responseDto<Me>()({
  status: word(['trialing', 'active', 'past_due']),
  ends_at: timeOfMs('End of validity (exclusive); null: open-ended').orNull(),
  grace_ends_at: timeOfMs('past_due: requests are accepted until this time').orNull(),
}) {}

class MyLimitsDto extends responseDto<Me>()({
  requests_per_minute: [
    integer('null: unlimited').orNull(),
    ({ rateLimitPerMinute }) => rateLimitPerMinute || null,
  ],
  orders_per_minute: [
    integer('null: unlimited').orNull(),
    ({ orderRateLimitPerMinute }) => orderRateLimitPerMinute || null,
  ],
}) {}

const asItIs = (me: Me): Me => me;

class MeDataDto extends responseDto<Me>()({
  mode: word(MODES, 'live: orders are real; test: nothing is charged, taken from stock or shipped'),
  client: [part(MyClientDto), asItIs],
  token: [part(MyTokenDto, 'The calling token'), asItIs],
  domain: text('The domain that X-Client-Domain has to match'),
  plan: [part(MyPlanDto), asItIs],
  subscription: [part(MySubscriptionDto), asItIs],
  limits: [
    part(
      MyLimitsDto,
      'Shared by all live tokens of the client; test tokens share limits of the same size',
    ),
    asItIs,
  ],
  auto_pay: [
    flag('Whether orders of this token are paid from the wallet automatically'),
    'isAutoPaid',
  ],
  currency: text({ description: 'ISO 4217', example: 'INR' }),
  server_time: [
    timeOfMs('The clock that expiry dates and subscriptions are checked with'),
    'nowMs',
  ],
}) {}

export class MeDto extends responseDto<Me>()({
  success: ALWAYS_TRUE,
  data: [part(MeDataDto), asItIs],
}) {}
