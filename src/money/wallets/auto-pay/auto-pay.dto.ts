import { responseDto, flag, money } from '../../../platform/http/response-dto/response-dto.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount, Flag } from '../../../platform/http/input/fields.js';
import { toMajorUnits, toMinorUnits } from '../../../platform/money.js';
import type { AutoPay } from './auto-pay.service.js';

export class PutAutoPayDto {
  @Flag({ api: { example: true } })
  enabled: boolean;

  @Amount({
    min: 0.01,
    max: toMajorUnits(LIMITS.moneyMinor),
    optional: true,
    api: {
      nullable: true,
      example: 5000,
      description:
        'Maximum total of an order that is paid automatically. Empty or null: no maximum',
    },
  })
  max_order_total?: number | null;

  @Amount({
    min: 0,
    max: toMajorUnits(LIMITS.moneyMinor),
    optional: true,
    api: { default: 0, example: 1000, description: 'Minimum balance that stays in the wallet' },
  })
  keep_balance?: number | null;
}

export class AutoPayDto extends responseDto<AutoPay>()({
  enabled: [flag(), 'enabled'],
  max_order_total: [money().orNull(), 'maxOrderMinor'],
  keep_balance: [money(), 'keepMinor'],
}) {}

export function toAutoPaySettings(dto: PutAutoPayDto): AutoPay {
  const { enabled, max_order_total: maxOrder, keep_balance: keep } = dto;
  return {
    enabled,
    maxOrderMinor: typeof maxOrder === 'number' ? toMinorUnits(maxOrder) : null,
    keepMinor: typeof keep === 'number' ? toMinorUnits(keep) : 0,
  };
}
