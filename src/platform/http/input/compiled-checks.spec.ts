import { IsInt, ValidateBy, ValidateIf, ValidateNested, validateSync } from 'class-validator';
import { isValid } from './compiled-checks.js';
import { Field, Text } from './fields.js';

/** Makes an instance without a check of its fields. */
function made<T extends object>(type: new () => T, fields: object): T {
  return Object.assign(new type(), fields);
}

describe('isValid', () => {
  it('leaves to class-validator what only it understands', () => {
    class Each {
      @IsInt({ each: true })
      counts: number[];
    }
    class Guarded {
      @IsInt({ validateIf: () => true })
      count: number;
    }
    class Promised {
      @ValidateBy({ name: 'promised', validator: { validate: () => Promise.resolve(true) } })
      count: number;
    }
    expect(isValid(made(Each, { counts: [1] }))).toBe(false);
    expect(isValid(made(Guarded, { count: 1 }))).toBe(false);
    expect(isValid(made(Promised, { count: 1 }))).toBe(false);
    for (const other of [{}, [], null, 'x']) expect(isValid(other)).toBe(false);
  });

  it('heeds conditions', () => {
    class Conditional {
      @ValidateIf((_, value) => value !== 'none')
      @IsInt()
      count: number | 'none';
    }
    const values = ['none', 1, 'some', undefined];
    const found = values.map((count) => isValid(made(Conditional, { count })));
    expect(found).toEqual([true, true, false, false]);
  });

  it('passes to a rule what class-validator passes', () => {
    const passed: unknown[] = [];
    const validate = (...received: unknown[]): boolean => passed.push(received) > 0;
    class Recorded {
      @ValidateBy({ name: 'recorded', constraints: ['some'], validator: { validate } })
      count = 1;
    }
    const dto = new Recorded();
    expect([isValid(dto), validateSync(dto)]).toEqual([true, []]);
    expect(passed).toEqual([passed[1], [1, expect.objectContaining({ object: dto })]]);
  });

  it('looks into nested DTOs and lists of them, and refuses fields that none declares', () => {
    class Inner {
      @Text({ max: 9 })
      name: string;
    }
    class Outer {
      @ValidateNested()
      @Field({ optional: true })
      inner?: Inner;

      @ValidateNested({ each: true })
      @Field({ optional: true })
      list?: Inner[];
    }
    const good = made(Inner, { name: 'x' });
    const bad = made(Inner, { name: 1 });
    const more = made(Inner, { name: 'x', size: 1 });
    const cases: [object, boolean][] = [
      ...[good, [good], undefined, null].map((inner) => [{ inner }, true] as [object, boolean]),
      ...[bad, more, {}, 'x', 1].map((inner) => [{ inner }, false] as [object, boolean]),
      [{ list: [] }, true],
      [{ list: [good, good] }, true],
      [{ list: [good, bad] }, false],
      [{ list: [good, null] }, false],
      [{ list: [[good]] }, false],
      [{ lists: [good] }, false],
    ];
    for (const [fields, expected] of cases) {
      expect([fields, isValid(made(Outer, fields))]).toEqual([fields, expected]);
    }
  });
});
