import { applyDecorators, type Type as ClassOf } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import type { Rule } from './fields.js';

/**
 * Declares a list of DTOs. Non-objects are replaced by empty DTOs, so that every required field is reported.
 * - a list that is too long keeps one element more than the maximum, which its rule then refuses
 */
export function DtoList<Dto extends object>(dto: ClassOf<Dto>, most: number): PropertyDecorator {
  return applyDecorators(
    ValidateNested({ each: true }),
    Type(() => dto),
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value)
        ? value
            .slice(0, most + 1)
            .map((element: unknown) => (element instanceof dto ? element : new dto()))
        : value,
    ),
  );
}

/** Makes the rule of a list of 1 to `most` of the `things`, each of them valid. */
export function listRule(
  most: number,
  things: string,
  isValid: (element: unknown) => boolean = () => true,
): Rule {
  return {
    code: 'list_expected',
    message: `must be a list of 1 to ${most} ${things}`,
    passes: (value) =>
      Array.isArray(value) && value.length > 0 && value.length <= most && value.every(isValid),
  };
}

/** Makes the rules of a list that replaces all `things` at once; `distinct` is the rule against repeated ones. */
export function replacementRules<Dto extends object>(
  most: number,
  things: string,
  distinct: {
    message: string | ((list: readonly Dto[]) => string);
    passes: (list: readonly Dto[]) => boolean;
  },
): Rule[] {
  return [
    { code: 'list_expected', message: 'must be a list', passes: Array.isArray },
    {
      code: 'out_of_range',
      message: `must hold at most ${most} ${things}`,
      passes: (value) => Array.isArray(value) && value.length <= most,
    },
    {
      code: 'not_distinct',
      message: distinct.message as Rule['message'],
      passes: (value) => distinct.passes(value as readonly Dto[]),
    },
  ];
}
