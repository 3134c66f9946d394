import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { LIMITS } from '../../platform/config/limits.js';
import { Field, Text, textRule } from '../../platform/http/input/fields.js';
import type { CourierData } from './couriers.repository.js';
import { courierKey } from './couriers.service.js';
import { isUrlTemplate, TRACKING_NUMBER } from './tracking-url.js';

class CourierInputDto {
  @Text({ max: LIMITS.courierLength, api: { example: 'BlueLine Express' } })
  name: string;

  @Text({
    max: LIMITS.urlTemplateLength,
    optional: true,
    api: {
      nullable: true,
      description: `The tracking page of a shipment, with ${TRACKING_NUMBER} where its number goes; left out: none`,
      example: `https://track.example.com/${TRACKING_NUMBER}`,
    },
    rules: [
      textRule(
        'invalid_template',
        `must be an https address with ${TRACKING_NUMBER} once, after the host`,
        isUrlTemplate,
      ),
    ],
  })
  url_template?: string | null;
}

export class ReplaceCouriersDto {
  @ValidateNested({ each: true })
  @Type(() => CourierInputDto)
  @Transform(({ value }: { value: unknown }) => asCouriers(value))
  @Field({
    api: { type: [CourierInputDto], maxItems: LIMITS.couriers },
    rules: [
      { code: 'list_expected', message: 'must be a list', passes: Array.isArray },
      {
        code: 'out_of_range',
        message: `must hold at most ${LIMITS.couriers} couriers`,
        passes: (value) => Array.isArray(value) && value.length <= LIMITS.couriers,
      },
      {
        code: 'not_distinct',
        message: 'must not name a courier twice',
        passes: (value) => areDistinct(value as CourierInputDto[]),
      },
    ],
  })
  couriers: CourierInputDto[];
}

export class CourierDto {
  @ApiProperty()
  name: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: `The tracking page of a shipment, with ${TRACKING_NUMBER} where its number goes`,
  })
  url_template: string | null;
}

export function toCouriers({ couriers }: ReplaceCouriersDto): CourierData[] {
  return couriers.map(({ name, url_template: urlTemplate }) => ({
    name,
    urlTemplate: urlTemplate ?? null,
  }));
}

export function toCourier({ name, urlTemplate }: CourierData): CourierDto {
  return { name, url_template: urlTemplate };
}

function areDistinct(couriers: readonly CourierInputDto[]): boolean {
  const keys = couriers.flatMap(({ name }) => (typeof name === 'string' ? [courierKey(name)] : []));
  return new Set(keys).size === keys.length;
}

/** Non-objects are replaced by empty couriers, so that each required field is reported. */
function asCouriers(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value
    .slice(0, LIMITS.couriers + 1)
    .map((courier: unknown) =>
      courier instanceof CourierInputDto ? courier : new CourierInputDto(),
    );
}
