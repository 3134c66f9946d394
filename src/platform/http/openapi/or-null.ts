import { ApiProperty } from '@nestjs/swagger';

/** The type of a value in an answer. The compiler's metadata lacks it if the value can be null. */
type ShownType =
  | typeof String
  | typeof Number
  | 'integer'
  | 'date'
  | 'date-time'
  | (new () => object)
  | [new () => object];

/** Documents a value of an answer that can be null. */
export function OrNull(type: ShownType, description?: string): PropertyDecorator {
  const shown = type === 'date' || type === 'date-time' ? { type: String, format: type } : { type };
  return ApiProperty({ ...shown, nullable: true, description });
}
