import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { withoutZeroDecimals } from '../../platform/reference-form.js';
import { LIMITS } from '../../platform/config/limits.js';
import { Name, Text, textRule } from '../../platform/http/input/fields.js';
import { isHttpsUrl } from '../../platform/http/input/https-url.js';
import { KEPT_DIGITS } from '../../platform/http/input/reference.js';

/** With which courier units are sent. */
export class SentWithDto {
  @Name({ max: LIMITS.courierLength, api: { example: 'BlueLine Express' } })
  courier: string;

  @TrackingNumber()
  tracking_number: string;

  @TrackingUrl()
  tracking_url?: string;
}

/** Declares a courier's number. It is stored without what a spreadsheet adds: `.0` behind it, and an apostrophe before it. */
export function TrackingNumber({ optional = false } = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? withoutZeroDecimals(value.trim()).replace(/^'/, '') : value,
    ),
    Text({
      max: LIMITS.trackingNumberLength,
      optional,
      rules: [KEPT_DIGITS],
      api: { example: 'BL482913375IN' },
    }),
  );
}

export function TrackingUrl(description?: string): PropertyDecorator {
  return Text({
    max: LIMITS.urlLength,
    optional: true,
    api: {
      format: 'uri',
      example: 'https://track.example.com/BL482913375IN',
      ...(description !== undefined && { nullable: true, description }),
    },
    rules: [textRule('invalid_url', 'must be an absolute https address', isHttpsUrl)],
  });
}
