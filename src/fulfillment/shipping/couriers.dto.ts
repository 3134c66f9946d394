import { LIMITS } from '../../platform/config/limits.js';
import { responseDto, text } from '../../platform/http/response-dto/response-dto.js';
import { DtoList, replacementRules } from '../../platform/http/input/dto-list.js';
import { Field, Name, Text, textRule } from '../../platform/http/input/fields.js';
import type { CourierData } from './couriers.repository.js';
import { courierKey } from './couriers.service.js';
import { isUrlTemplate, TRACKING_NUMBER } from './tracking-url.js';

class CourierInputDto {
  @Name({ max: LIMITS.courierLength, api: { example: 'BlueLine Express' } })
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
  @DtoList(CourierInputDto, LIMITS.couriers)
  @Field({
    api: { type: [CourierInputDto], maxItems: LIMITS.couriers },
    rules: replacementRules(LIMITS.couriers, 'couriers', {
      message: 'must not name a courier twice',
      passes: areDistinct,
    }),
  })
  couriers: CourierInputDto[];
}

export class CourierDto extends responseDto<CourierData>()({
  name: text(),
  url_template: text(
    `The tracking page of a shipment, with ${TRACKING_NUMBER} where its number goes`,
  ).orNull(),
}) {}

export function toCouriers({ couriers }: ReplaceCouriersDto): CourierData[] {
  return couriers.map(({ name, url_template: urlTemplate }) => ({
    name,
    urlTemplate: urlTemplate ?? null,
  }));
}

function areDistinct(couriers: readonly CourierInputDto[]): boolean {
  const keys = couriers.flatMap(({ name }) => (typeof name === 'string' ? [courierKey(name)] : []));
  return new Set(keys).size === keys.length;
}
