import { LIMITS } from '../../platform/config/limits.js';
import { Name, Text, textRule } from '../../platform/http/input/fields.js';
import { isHttpsUrl } from '../../platform/http/input/https-url.js';
import { KEPT_DIGITS } from '../../platform/http/input/reference.js';

/** With which courier units are sent. */
export class SentWithDto {
  @Name({ max: LIMITS.courierLength, api: { example: 'BlueLine Express' } })
  courier: string;

  @Text({
    max: LIMITS.trackingNumberLength,
    rules: [KEPT_DIGITS],
    api: { example: 'BL482913375IN' },
  })
  tracking_number: string;

  @TrackingUrl()
  tracking_url?: string;
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
