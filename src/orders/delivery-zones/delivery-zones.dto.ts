import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { GuardedAmount } from '../../platform/http/input/amounts.js';
import { DtoList, replacementRules } from '../../platform/http/input/dto-list.js';
import { Amount, Field, Flag, Text, textRule } from '../../platform/http/input/fields.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';
import {
  canonicalCountry,
  DEFAULT_COUNTRY,
  isPincode,
  PINCODE_FORM,
} from '../placing/request/address.js';
import { ELSEWHERE, placeKey, type Destination, type Zone } from './zone-of.js';

class ZoneInputDto {
  @Text({
    max: LIMITS.placeLength,
    api: {
      description: `The country of an address; ${ELSEWHERE}: every country without a zone of its own`,
      example: 'India',
    },
  })
  country: string;

  @Text({
    max: LIMITS.pincodeLength,
    min: 0,
    optional: true,
    api: { description: 'How its pincodes begin; left out: all of the country', example: '19' },
    rules: [
      textRule('invalid_prefix', 'must be letters, digits, spaces and -', (text) =>
        /^[A-Za-z0-9 -]*$/.test(text),
      ),
    ],
  })
  pincode_prefix?: string;

  @Amount({
    min: 0,
    max: toMajorUnits(LIMITS.amountMinor),
    optional: true,
    api: { description: 'Added once to the delivery of an order', default: 0, example: 50 },
  })
  surcharge?: number;

  @Flag({
    optional: true,
    api: { description: 'false: orders to this zone are refused', default: true },
  })
  serviceable?: boolean;
}

export class ReplaceZonesDto {
  @DtoList(ZoneInputDto, LIMITS.deliveryZones)
  @Field({
    api: { type: [ZoneInputDto], maxItems: LIMITS.deliveryZones },
    rules: replacementRules(LIMITS.deliveryZones, 'zones', {
      message: namesPlaceTwice,
      passes: (zones) => samePlaces(zones) === null,
    }),
  })
  zones: ZoneInputDto[];
}

export class DeliveryZoneDto {
  @ApiProperty()
  country: string;

  @ApiProperty({ description: "'': all of the country" })
  pincode_prefix: string;

  @ApiProperty({ description: 'false: orders to this zone are refused' })
  serviceable: boolean;

  @GuardedAmount({
    description: 'Added once to the delivery of an order; 0 where nothing is delivered',
  })
  surcharge: number;
}

export class ServiceabilityQuery {
  @Text({
    max: LIMITS.pincodeLength,
    isVisible: true,
    api: { example: '560001' },
    rules: [
      textRule('invalid_pincode', PINCODE_FORM, (text, dto) =>
        isPincode(text, (dto as ServiceabilityQuery).country),
      ),
    ],
  })
  pincode: string;

  @Text({
    max: LIMITS.placeLength,
    optional: true,
    api: { description: `${DEFAULT_COUNTRY} if absent`, example: DEFAULT_COUNTRY },
  })
  country?: string;
}

class ServiceabilityDataDto {
  @ApiProperty({ description: 'In India without spaces' })
  pincode: string;

  @ApiProperty()
  country: string;

  @ApiProperty({ description: 'Whether orders to this address are accepted' })
  serviceable: boolean;

  @OrNull(
    Number,
    'Surcharge for delivery, in addition to the charges of the products, once per order; null if nothing is delivered there',
  )
  surcharge: number | null;
}

export class ServiceabilityDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty()
  data: ServiceabilityDataDto;
}

export function toZones({ zones }: ReplaceZonesDto): Zone[] {
  return zones.map(({ country, pincode_prefix: prefix, surcharge, serviceable }) => ({
    country: canonicalCountry(country),
    pincodePrefix: prefix ?? '',
    surchargeMinor: serviceable === false ? null : toMinorUnits(surcharge ?? 0),
  }));
}

export function toDeliveryZone({ country, pincodePrefix, surchargeMinor }: Zone): DeliveryZoneDto {
  return {
    country,
    pincode_prefix: pincodePrefix,
    serviceable: surchargeMinor !== null,
    surcharge: toMajorUnits(surchargeMinor ?? 0),
  };
}

export function toServiceability(
  place: Destination,
  surchargeMinor: number | null,
): ServiceabilityDto {
  const surcharge = surchargeMinor && toMajorUnits(surchargeMinor);
  return { success: true, data: { ...place, serviceable: surcharge !== null, surcharge } };
}

/** Finds the positions of the first two zones with the same addresses, or null if all are distinct. */
function samePlaces(zones: readonly ZoneInputDto[]): [number, number] | null {
  const positions = new Map<string, number>();
  for (const [position, { country, pincode_prefix: prefix }] of zones.entries()) {
    if (typeof country !== 'string') continue;
    const pincodePrefix = typeof prefix === 'string' ? prefix : '';
    const key = placeKey({ country, pincodePrefix });
    const earlier = positions.get(key);
    if (earlier !== undefined) return [earlier, position];
    positions.set(key, position);
  }
  return null;
}

/** Makes the refusal of a list that names a place twice. India has several names, so the two zones may look different. */
function namesPlaceTwice(zones: readonly ZoneInputDto[]): string {
  const named = (samePlaces(zones) ?? []).map((position) => {
    const { country, pincode_prefix: prefix = '' } = zones[position]!;
    return `${position + 1} (${`${country} ${prefix}`.trim()})`;
  });
  return `must not name a country and prefix twice: zones ${named.join(' and ')} are the same place, keep one of them`;
}
