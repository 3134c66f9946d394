import { plainToInstance, Transform, Type } from 'class-transformer';
import { IsInt, ValidateIf, ValidateNested, validateSync } from 'class-validator';
import fc from 'fast-check';
import { dtoReader } from './dto-reader.js';
import { Field, Text, WholeNumber } from './fields.js';

describe('dtoReader', () => {
  it('leaves to the libraries what only they understand', () => {
    class Converted {
      @Type(() => String)
      @Text({ max: 9 })
      name: string;
    }
    class Guarded {
      @IsInt({ groups: ['some'] })
      count: number;
    }
    class Each {
      @IsInt({ each: true })
      counts: number[];
    }
    class OneWay {
      @Transform(({ value }: { value: unknown }) => value, { toClassOnly: true })
      @Text({ max: 9 })
      name: string;
    }
    class Outer {
      @ValidateNested()
      @Type(() => Converted)
      @Field({})
      inner: Converted;
    }
    for (const type of [Converted, Guarded, Each, OneWay, Outer]) {
      expect(dtoReader(type)).toBeNull();
    }
  });

  it('reads numbers of queries and lists of plain values as the libraries do', () => {
    class Query {
      @Type(() => Number)
      @WholeNumber({ min: 0, max: 9, optional: true })
      limit = 5;

      @Field({ rules: [{ code: 'list', message: 'must be a list', passes: Array.isArray }] })
      names: unknown[];
    }
    const read = dtoReader(Query)!;
    const odd = fc.constantFrom<unknown>(
      '',
      '0',
      '7',
      '77',
      'x',
      ' ',
      0,
      3,
      true,
      null,
      [],
      ['3'],
      {},
      [{}],
    );
    const query = fc.record(
      { limit: odd, names: fc.oneof(odd, fc.array(odd)) },
      { requiredKeys: [] },
    );
    let readAtOnce = 0;
    const property = fc.property(query, (value) => {
      const made = plainToInstance(Query, value);
      const dto = read(value);
      if (dto === null) return;
      readAtOnce += 1;
      expect(dto).toStrictEqual(made);
      expect(validateSync(made)).toEqual([]);
    });
    fc.assert(property, { numRuns: 500 });
    expect(readAtOnce).toBeGreaterThan(20);
    expect(read(Object.assign(Object.create(null), { limit: '7', names: ['a'] }))).toStrictEqual(
      plainToInstance(Query, { limit: '7', names: ['a'] }),
    );
  });

  it('heeds conditions', () => {
    class Conditional {
      @ValidateIf((_, value) => value !== 'none')
      @IsInt()
      count: number | 'none';
    }
    const read = dtoReader(Conditional)!;
    expect(read({ count: 'none' })).toEqual({ count: 'none' });
    expect(read({ count: 1 })).toEqual({ count: 1 });
    expect(read({ count: 'some' })).toBeNull();
    expect(read({})).toBeNull();
  });

  it('does not take a nested DTO that was not checked', () => {
    class Inner {
      @Text({ max: 9 })
      name: string;
    }
    class Outer {
      @ValidateNested()
      @Type(() => Inner)
      @Transform(({ value }: { value: unknown }) => value ?? new Inner())
      @Field({})
      inner: Inner = new Inner();
    }
    const read = dtoReader(Outer)!;
    expect(read({ inner: { name: 'x' } })).toStrictEqual(
      plainToInstance(Outer, { inner: { name: 'x' } }),
    );
    expect(read({ inner: null })).toBeNull();
    expect(read({})).toBeNull();
  });
});
