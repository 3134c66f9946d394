import type { PipeTransform } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import type { ReturnFields } from '../../../payments/gateway/payment-gateway.js';
import { AppError, type FieldError } from '../../../platform/http/errors.js';
import { isText } from '../../../platform/http/input/fields.js';

const FIELDS_MAX = 20;
const LENGTH_MAX = 500;

/** Documents the body of a return: the gateway decides about the names of its fields. */
export function ApiReturnFields(): MethodDecorator {
  return ApiBody({
    schema: {
      type: 'object',
      description: 'The fields of the checkout, under the names of the gateway',
      maxProperties: FIELDS_MAX,
      additionalProperties: { type: 'string', maxLength: LENGTH_MAX },
    },
  });
}

/** Refuses a body that is not an object of short texts. */
export class ReturnFieldsPipe implements PipeTransform<object, ReturnFields> {
  /** @throws AppError validation_failed */
  transform(body: object): ReturnFields {
    const entries = Object.entries(body);
    const fields = entries.slice(0, FIELDS_MAX).flatMap(([field, value]): FieldError[] => {
      const message = `${field} must be a text of at most ${LENGTH_MAX} characters`;
      return isText(value, LENGTH_MAX) ? [] : [{ field, code: 'string_expected', message }];
    });
    for (const [field] of entries.slice(FIELDS_MAX)) {
      const message = `${field} is one field too many: expected at most ${FIELDS_MAX}`;
      fields.push({ field, code: 'unknown_field', message });
    }
    if (fields.length > 0) throw new AppError('validation_failed', { fields });
    return body as ReturnFields;
  }
}
