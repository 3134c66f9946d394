import { parseExactly } from '../../platform/http/exchange/exact-json.js';
import { CourierUnknown } from '../courier-errors.js';
import { toObject, type JsonObject } from '../../platform/http/exchange/json.js';

/** Of `{"delivery_codes": [{…}, {…}]}`, whose objects are read one by one. */
const LEVEL = 3;

/**
 * Reads the objects of a long list, whose text arrives in chunks and is not kept.
 *
 * @throws CourierUnknown if it has none, or does not end
 */
export async function* objectsIn(chunks: AsyncIterable<string>): AsyncGenerator<JsonObject> {
  let count = 0;
  let begun = '';
  const place = new Place();
  for await (const chunk of chunks) {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const before = place.level;
      place.pass(chunk[index]!);
      if (place.level === LEVEL && before < LEVEL) start = index;
      if (place.level < LEVEL && before === LEVEL) {
        yield toEntry(begun + chunk.slice(start, index + 1));
        count += 1;
        begun = '';
      }
    }
    if (place.level >= LEVEL) begun += chunk.slice(start);
  }
  if (count === 0 || place.level > 0) throw new CourierUnknown('a list that is not complete');
}

function toEntry(text: string): JsonObject {
  const value = parseExactly(text);
  if (value === null) throw new CourierUnknown('a list that is no JSON');
  return toObject(value);
}

/** How deep a character of JSON is in objects and lists. */
class Place {
  level = 0;
  private isInText = false;
  private isEscaped = false;

  pass(character: string): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (this.isInText && character === '\\') this.isEscaped = true;
    else if (character === '"') this.isInText = !this.isInText;
    else if (this.isInText) return;
    else if (character === '{' || character === '[') this.level += 1;
    else if (character === '}' || character === ']') this.level -= 1;
  }
}
