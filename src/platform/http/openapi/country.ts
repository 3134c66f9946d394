import { ApiProperty } from '@nestjs/swagger';
import { text } from '../response-dto/response-dto.js';

/** Makes a field of an answer for the country of an IP address. */
export const country = (description: string): ReturnType<ReturnType<typeof text>['orNull']> =>
  text({
    minLength: 2,
    maxLength: 2,
    example: 'IN',
    description: `${description}, ISO 3166; null unless a proxy names it, see \`COUNTRY_HEADER\``,
  }).orNull();

/** Makes a property for the country of an IP address. */
export function Country(description: string): PropertyDecorator {
  return ApiProperty(country(description).api);
}
