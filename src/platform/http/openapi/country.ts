import { ApiProperty } from '@nestjs/swagger';

/** Makes a property for the country of an IP address. */
export function Country(description: string): PropertyDecorator {
  return ApiProperty({
    type: String,
    minLength: 2,
    maxLength: 2,
    nullable: true,
    example: 'IN',
    description: `${description}, ISO 3166; null unless a proxy names it, see \`COUNTRY_HEADER\``,
  });
}
