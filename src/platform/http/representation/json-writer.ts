const INITIAL_BYTES = 64 * 1024;
/** Longest text that is copied by character: Node writes longer ones faster. */
const SHORT_TEXT = 32;
/**
 * Longest part of a buffer that is copied byte by byte: Node 20 creates a view for each copy, which costs more for short
 * parts.
 */
const SHORT_COPY = 128;
/** Largest number whose digits are written here; V8 formats larger ones. */
const INTEGER_MAX = 999_999_999;
const DIGITS_MAX = 9;
const ZERO = '0'.charCodeAt(0);

/** Writer of JSON into bytes, without intermediate strings that would have to be encoded and garbage-collected. */
export class JsonWriter {
  private bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  private length = 0;

  /** Writes any text. */
  text(text: string): void {
    this.makeRoom(text.length * 3);
    this.length += this.bytes.write(text, this.length);
  }

  /** Writes a text that is plain ASCII. */
  ascii(text: string): void {
    this.makeRoom(text.length);
    if (text.length > SHORT_TEXT) {
      this.length += this.bytes.write(text, this.length, 'latin1');
      return;
    }
    for (let index = 0; index < text.length; index += 1) {
      this.bytes[this.length + index] = text.charCodeAt(index);
    }
    this.length += text.length;
  }

  /** Writes bytes that are JSON already: those of `source` from `start` to `end`. */
  copy(source: Buffer, start: number, end: number): void {
    this.makeRoom(end - start);
    if (end - start > SHORT_COPY) {
      this.length += source.copy(this.bytes, this.length, start, end);
      return;
    }
    const { bytes } = this;
    let at = this.length;
    for (let index = start; index < end; index += 1) {
      bytes[at] = source[index]!;
      at += 1;
    }
    this.length = at;
  }

  /** Writes a whole number, without a text in between. */
  integer(value: number): void {
    if (value < 0 || value > INTEGER_MAX) {
      this.ascii(String(value));
      return;
    }
    this.makeRoom(DIGITS_MAX);
    const start = this.length;
    this.length += 1;
    for (let power = 10; value >= power; power *= 10) this.length += 1;
    let rest = value;
    for (let at = this.length - 1; at >= start; at -= 1) {
      const tenth = Math.trunc(rest / 10);
      this.bytes[at] = ZERO + rest - 10 * tenth;
      rest = tenth;
    }
  }

  /** Writes hundredths as the JSON number of whole ones: 1250 as 12.5. */
  hundredths(value: number): void {
    if (value < 0 || value > INTEGER_MAX) {
      this.ascii(String(value / 100));
      return;
    }
    const whole = Math.trunc(value / 100);
    const rest = value - 100 * whole;
    this.integer(whole);
    if (rest === 0) return;
    this.ascii(rest < 10 ? '.0' : '.');
    this.integer(rest % 10 === 0 ? rest / 10 : rest);
  }

  /** Writes items separated by commas. */
  list<Thing>(things: readonly Thing[], write: (thing: Thing) => void): void {
    for (let index = 0; index < things.length; index += 1) {
      if (index > 0) this.ascii(',');
      write(things[index]!);
    }
  }

  /** Takes the bytes written since the last call; valid until something is written again. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }

  private makeRoom(bytes: number): void {
    if (this.length + bytes <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.length + bytes));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

const shared = new JsonWriter();

/**
 * Collects the bytes that a function writes, in a shared buffer.
 *
 * @returns bytes that are valid until the next call, in the same turn of the event loop
 */
export function writtenBytes(write: (writer: JsonWriter) => void): Buffer {
  // A function before may have failed halfway.
  shared.take();
  write(shared);
  return shared.take();
}
