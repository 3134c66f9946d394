import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Field } from './fields.js';

/** Declares a parameter of ids with commas between them. @param what plural of what the ids are of, such as `documents` */
export function QueryIds(max: number, what: string): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => idsIn(value)),
    Field({
      api: {
        type: String,
        description: `1 to ${max} ids of ${what}, with commas between them`,
        example: '17,18',
      },
      rules: [
        {
          code: 'list_expected',
          message: `must be 1 to ${max} ids with commas between them`,
          passes: (ids) =>
            Array.isArray(ids) &&
            ids.length <= max &&
            ids.every((id) => Number.isInteger(id) && id > 0 && id < 1e9),
        },
      ],
    }),
  );
}

/** Reads the different ids between the commas of a parameter. */
function idsIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return [
    ...new Set(value.split(',').map((part) => (/^\s*\d{1,9}\s*$/.test(part) ? Number(part) : NaN))),
  ];
}
