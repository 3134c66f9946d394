import { plainToInstance, Transform, Type } from 'class-transformer';
import { IsInt, ValidateIf, ValidateNested } from 'class-validator';
import { dtoReader } from './dto-reader.js';
import { Field, Text, WholeNumber } from './fields.js';

describe('dtoReader', () => {
  it('leaves to the libraries what only they understand', () => {
    class Converted {
      @Type(() => Number)
      @WholeNumber({ min: 1, max: 9 })
      count: number;
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
