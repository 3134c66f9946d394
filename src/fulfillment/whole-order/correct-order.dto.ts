import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { LIMITS } from '../../platform/config/limits.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { withoutUndefined } from '../../platform/without-undefined.js';
import { requestWithTexts } from '../../orders/order-texts.js';
import { Email, Field } from '../../platform/http/input/fields.js';
import {
  addressCorrection,
  CorrectAddressDto,
  CorrectedRecipient,
  recipientCorrection,
} from '../../orders/lifecycle/order-changes.dto.js';
import type { OrderCorrection } from '../../orders/lifecycle/order-correction.js';
import { objectOf } from '../../orders/placing/request/create-order.dto.js';

class CorrectCustomerDto extends CorrectedRecipient {
  @Email({
    max: LIMITS.emailLength,
    optional: true,
    api: { example: 'asha@example.com', nullable: true, description: 'null removes it' },
  })
  email?: string | null;
}

export class CorrectOrderDto extends requestWithTexts(true) {
  @ValidateNested()
  @Type(() => CorrectCustomerDto)
  @Field({
    optional: true,
    api: { type: CorrectCustomerDto },
    rules: [objectOf(CorrectCustomerDto)],
  })
  customer?: CorrectCustomerDto;

  @ValidateNested()
  @Type(() => CorrectAddressDto)
  @Field({ optional: true, api: { type: CorrectAddressDto }, rules: [objectOf(CorrectAddressDto)] })
  shipping?: CorrectAddressDto;
}

/** Reads the fields to correct. @throws AppError validation_failed if no field is given */
export function toOrderCorrection({
  customer,
  shipping,
  ...texts
}: CorrectOrderDto): OrderCorrection {
  // null counts as absent in the fields that an order cannot lack.
  const correction: OrderCorrection = {
    ...(customer && recipientCorrection(customer)),
    ...(customer?.email !== undefined && { customerEmail: customer.email }),
    ...(shipping && addressCorrection(shipping)),
    ...withoutUndefined(texts),
  };
  if (Object.keys(correction).length === 0) throw nothingToCorrect();
  return correction;
}

function nothingToCorrect(): AppError {
  const message = 'shipping is required with a field of it, unless customer or notes are corrected';
  return invalidField('shipping', 'required', message);
}
