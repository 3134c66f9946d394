import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { LIMITS } from '../../platform/config/limits.js';
import { DtoList, replacementRules } from '../../platform/http/input/dto-list.js';
import { Field, Flag, Name, OneOf, Text, textRule } from '../../platform/http/input/fields.js';
import {
  flag,
  integer,
  part,
  parts,
  responseDto,
  text,
  texts,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { COURIER_ENVIRONMENTS, type CourierEnvironment } from '../courier-description.js';
import type { ReturnAddress } from '../courier-gateway.js';
import { COURIER_KINDS } from '../couriers.js';
import type { AccountChange } from './courier-accounts.service.js';
import { PUSH_URL_WARNINGS } from './push-keys.js';
import type {
  CheckedAccount,
  KnownKind,
  NewPushKey,
  ShownAccount,
  ShownKey,
} from './shown-accounts.service.js';

const KEY_MAX = 4_000;
const KEYS = 10;
const MODES = ['surface', 'express'] as const;

const isPincode = textRule(
  'invalid_pincode',
  'must be a PIN code of six digits, as 560001',
  (code) => /^[1-9]\d{5}$/.test(code),
);

class CourierKeyInputDto {
  @Text({ max: 40, api: { example: 'token' } })
  name: string;

  @Text({ max: KEY_MAX, api: { description: 'It is never shown again' } })
  value: string;
}

export class ReturnAddressDto {
  @Name({ max: LIMITS.nameLength })
  name: string;

  @Text({ max: LIMITS.phoneLength })
  phone: string;

  @Text({ max: 300 })
  address: string;

  @Name({ max: LIMITS.placeLength })
  city: string;

  @Name({ max: LIMITS.placeLength })
  state: string;

  @Text({ max: 6, rules: [isPincode] })
  pincode: string;
}

export class SaveCourierAccountDto {
  @OneOf(COURIER_KINDS)
  kind: string;

  @Name({ max: 80, api: { example: 'Delhivery, Chennai' } })
  name: string;

  @OneOf(COURIER_ENVIRONMENTS)
  environment: CourierEnvironment;

  @Text({
    max: 300,
    optional: true,
    api: {
      description:
        "Address in place of the courier's own, for a stub; in production, only one of the same machine",
    },
  })
  base_url?: string;

  @Flag({
    optional: true,
    api: {
      default: false,
      description: 'Stays false until a check has passed and a pick-up place is chosen',
    },
  })
  active?: boolean;

  @DtoList(CourierKeyInputDto, KEYS)
  @Field({
    optional: true,
    api: { type: [CourierKeyInputDto], maxItems: KEYS, description: 'Keys left out stay' },
    rules: replacementRules<CourierKeyInputDto>(KEYS, 'keys', {
      message: 'must not name a key twice',
      passes: (keys) => new Set(keys.map(({ name }) => name)).size === keys.length,
    }),
  })
  keys?: CourierKeyInputDto[];

  @Text({
    max: 120,
    optional: true,
    api: { description: 'As the check lists it; left out: not chosen yet' },
  })
  pickup_name?: string;

  @Text({ max: 6, optional: true, rules: [isPincode] })
  pickup_pincode?: string;

  @ValidateNested()
  @Type(() => ReturnAddressDto)
  @Field({
    optional: true,
    api: {
      type: ReturnAddressDto,
      description: 'Where undelivered goods go; left out: the pick-up place',
    },
    rules: [
      {
        code: 'object_expected',
        message: 'must be an object',
        passes: (value) => value instanceof ReturnAddressDto,
      },
    ],
  })
  return_to?: ReturnAddressDto;

  @OneOf(MODES, { optional: true, api: { default: 'surface' } })
  mode?: (typeof MODES)[number];

  @Text({
    max: 60,
    optional: true,
    api: { default: 'x-api-key', description: 'Header of the secret; Authorization works, too' },
    rules: [
      textRule('invalid_header', 'must be the name of a header that begins with x-', (name) =>
        /^x-[a-z0-9-]{1,58}$/i.test(name),
      ),
    ],
  })
  push_header?: string;
}

export function toAccountChange(body: SaveCourierAccountDto): AccountChange {
  return {
    kind: body.kind,
    name: body.name,
    environment: body.environment,
    baseUrl: body.base_url ?? null,
    isActive: body.active ?? false,
    keys: Object.fromEntries((body.keys ?? []).map(({ name, value }) => [name, value])),
    pickupName: body.pickup_name ?? null,
    pickupPincode: body.pickup_pincode ?? null,
    returnTo: body.return_to ? { ...body.return_to } : null,
    mode: body.mode ?? 'surface',
    pushHeader: (body.push_header ?? 'x-api-key').toLowerCase(),
  };
}

class CourierKeyDto extends responseDto<ShownKey>()({
  name: text(),
  label: text(),
  set: [flag(), 'isSet'],
  last4: text('Its last four characters; null: it is too short to show any').orNull(),
}) {}

class CourierCodeDto extends responseDto<ShownAccount['unknownCodes'][number]>()({
  code: text(),
  words: text("The courier's, with the first event that had the code"),
  count: integer(),
  first_seen_at: time(),
}) {}

class ReturnToDto extends responseDto<ReturnAddress>()({
  name: text(),
  phone: text(),
  address: text(),
  city: text(),
  state: text(),
  pincode: text(),
}) {}

class PushAddressDto extends responseDto<ShownAccount['push']>()({
  url: text('The address to enter at the courier; null without couriers:write').orNull(),
  header: text(),
  warnings: [
    texts(
      Object.entries(PUSH_URL_WARNINGS)
        .map((meaning) => meaning.join(': '))
        .join('. '),
    ),
    'warnings',
  ],
  last_push_at: time('Null: none came yet').orNull(),
  previous_until: time('The address, header and secret before are accepted until then').orNull(),
}) {}

export class CourierAccountDto extends responseDto<ShownAccount>()({
  id: integer(),
  kind: word(COURIER_KINDS),
  label: text("The courier's name"),
  name: text(),
  environment: word(COURIER_ENVIRONMENTS),
  base_url: text().orNull(),
  active: [flag('Whether bookings can be made with it'), 'isActive'],
  missing: texts(
    'What it needs before it can be active. keys: a key is not set. check: none has passed. pickup_place: none is chosen',
  ),
  keys: parts(CourierKeyDto, 'All keys that the courier needs; their values are never shown'),
  pickup_name: text().orNull(),
  pickup_pincode: text().orNull(),
  return_to: part(ReturnToDto).orNull(),
  mode: word(MODES),
  push: part(PushAddressDto),
  checked_at: time('When a check last passed; null: never').orNull(),
  check_problem: text('What the latest check found').orNull(),
  paused_until: time('Its work waits until then').orNull(),
  pause_reason: text(
    'too_many_calls, keys_refused, no_money_at_courier (bookings wait alone) or secrets_key_wrong',
  ).orNull(),
  unknown_codes: parts(CourierCodeDto, 'Codes of its courier that the service does not know'),
  live_bookings: integer('Bookings that are neither handed over nor canceled'),
  created_at: time(),
}) {}

/** An account with the secret of its pushes, which is shown once. */
export class CourierPushKeyDto extends responseDto<NewPushKey>()({
  account: part(CourierAccountDto),
  push_secret: text('Enter it at the courier as the value of the header; it is not shown again'),
}) {}

class PickupPlaceDto extends responseDto<NonNullable<CheckedAccount['pickupPlaces']>[number]>()({
  name: text(),
  pincode: text().orNull(),
}) {}

export class CheckedAccountDto extends responseDto<CheckedAccount>()({
  passed: [flag(), 'isPassed'],
  problem: text('Why it did not pass').orNull(),
  pickup_places: parts(
    PickupPlaceDto,
    'Pick-up places that the courier knows; null: it does not list them',
  ).orNull(),
  account: part(CourierAccountDto),
}) {}

class KindKeyDto extends responseDto<KnownKind['keys'][number]>()({
  name: text(),
  label: text(),
}) {}

export class CourierKindDto extends responseDto<KnownKind>()({
  kind: word(COURIER_KINDS),
  label: text(),
  sandbox: [flag('It carries nothing'), 'isSandbox'],
  keys: parts(KindKeyDto),
}) {}
