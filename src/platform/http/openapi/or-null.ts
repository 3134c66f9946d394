import { ApiProperty } from '@nestjs/swagger';

/** The type of a value in an answer; the compiler's metadata does not tell it where the value can be null. */
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
