export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads a value as an object; anything else is an empty object. */
export function toObject(value: unknown): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as JsonObject) : {};
}

/** Reads a JSON object; any other text is an empty object. */
export function parseObject(text: string): JsonObject {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Returns a value if it is an id of at most `maxLength` characters, otherwise null. */
export function idOf(value: unknown, maxLength: number): string | null {
  const isId = typeof value === 'string' && /^[\w.-]+$/.test(value) && value.length <= maxLength;
  return isId ? value : null;
}
