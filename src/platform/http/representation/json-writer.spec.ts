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

  it('starts empty after a function that failed halfway', () => {
    const fail = (writer: JsonWriter): void => {
      writer.ascii('half');
      throw new Error('not written');
    };
    expect(() => writtenBytes(fail)).toThrow('not written');
    expect(writtenBytes((writer) => writer.ascii('whole')).toString()).toBe('whole');
  });
});
