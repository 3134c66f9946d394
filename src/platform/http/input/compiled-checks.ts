import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { groupBy } from '../../group-by.js';
import { oncePerObject } from '../representation/representation.js';

type Dto = Record<string, unknown>;
type Rules = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>;

// class-validator searches the rules of all classes for those of each object again: 100 µs for an order of two lines, a fifth of what
// the order takes. Compiled once for each class, the same rules take 8 µs.

/**
 * Checks a DTO by the rules of its class.
 *
 * @returns true: it passes and has no other field; false: class-validator has to decide
 */
export function isValid(dto: unknown): boolean {
  return typeof dto === 'object' && dto !== null && checkOf(dto.constructor)(dto as Dto);
}

const checkOf = oncePerObject((type: object): ((dto: Dto) => boolean) => {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type as Type, '', false, false);
  if (rules.length === 0 || !rules.every(isKnown)) return () => false;
  const fields = groupBy(rules, ({ propertyName }) => propertyName);
  const checks = [...fields].map(([name, ofField]) => checkOfField(name, ofField));
  return (dto) =>
    Object.keys(dto).every((name) => fields.has(name)) && checks.every((check) => check(dto));
});

/** Returns true if a rule can be compiled. A class with any other rule is validated by class-validator alone. */
function isKnown({ type, each, validateIf }: Rules[number]): boolean {
  const isCheck = type === 'customValidation' && !each && validateIf === undefined;
  return isCheck || type === 'conditionalValidation' || type === 'nestedValidation';
}

function checkOfField(name: string, rules: Rules): (dto: Dto) => boolean {
  const conditions = rules
    .filter(({ type }) => type === 'conditionalValidation')
    .map(({ constraints }) => constraints[0] as (dto: Dto, value: unknown) => boolean);
  const checks = rules.filter(({ type }) => type === 'customValidation').flatMap(checksOf);
  const isNested = rules.some(({ type }) => type === 'nestedValidation');
  return (dto) => {
    const value = dto[name];
    if (!conditions.every((isMet) => isMet(dto, value))) return true;
    return checks.every((check) => check(value, dto)) && (!isNested || isNestedValid(value));
  };
}

function checksOf(rule: Rules[number]): ((value: unknown, dto: Dto) => boolean)[] {
  const { constraintCls, constraints, propertyName: property } = rule;
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ instance }) => (value, object) => {
      const targetName = object.constructor.name;
      // A promise is no `true`: class-validator awaits it.
      return (
        instance.validate(value, { value, object, constraints, property, targetName }) === true
      );
    });
}

function isNestedValid(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) ? value.every(isValid) : isValid(value));
}
