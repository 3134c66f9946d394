import fc from 'fast-check';
import { JsonWriter, writtenBytes } from './json-writer.js';

describe('JsonWriter', () => {
  it('writes any texts, lists and copied bytes, however long they are', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('–'.repeat(30_000), 'a'.repeat(70_000)),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const writer = new JsonWriter();
        writer.ascii('{"more than thirty-two characters":[');
        writer.list(texts, (one) => writer.text(JSON.stringify(one)));
        const source = Buffer.from('??]}??');
        writer.copy(source, 2, 4);
        expect(JSON.parse(writer.take().toString())).toEqual({
          'more than thirty-two characters': texts,
        });
      }),
    );
  });

  it('writes numbers as JSON does', () => {
    const numbers = fc.oneof(
      fc.integer(),
      fc.nat({ max: 2_000 }),
      fc.constantFrom(0, 9, 10, 99, 100, 101, 110, 999_999_999, 1_000_000_000, 2 ** 45),
    );
    fc.assert(
      fc.property(numbers, (value) => {
        const writer = new JsonWriter();
        writer.integer(value);
        expect(writer.take().toString()).toBe(JSON.stringify(value));
        writer.hundredths(value);
        expect(writer.take().toString()).toBe(JSON.stringify(value / 100));
      }),
    );
  });

  it('copies parts of buffers, short and long', () => {
    const source = Buffer.from(Array.from({ length: 2_000 }, (_, index) => index % 251));
    fc.assert(
      fc.property(fc.nat({ max: 2_000 }), fc.nat({ max: 2_000 }), (one, other) => {
        const writer = new JsonWriter();
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        writer.ascii('x');
        writer.copy(source, start, end);
        expect(writer.take().subarray(1)).toEqual(source.subarray(start, end));
      }),
    );
  });

  it('starts empty after a function that failed halfway', () => {
    const fail = (writer: JsonWriter): void => {
      writer.ascii('half');
      throw new Error('not written');
    };
    expect(() => writtenBytes(fail)).toThrow('not written');
    expect(writtenBytes((writer) => writer.ascii('whole')).toString()).toBe('whole');
  });
});
