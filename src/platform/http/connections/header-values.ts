/**
 * Lists every value of a header. Node's own list hides all but the first value of some headers.
 *
 * @param rawHeaders names and values in turn, as they were sent
 * @param name in lower case
 */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const received = rawHeaders[at]!;
    if (received.length === name.length && received.toLowerCase() === name) {
      values.push(rawHeaders[at + 1]!);
    }
  }
  return values;
}
