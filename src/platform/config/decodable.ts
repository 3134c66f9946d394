/** Returns true if every percent sign of a text begins an encoded byte. */
export function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}
