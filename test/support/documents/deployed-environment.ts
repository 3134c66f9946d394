/** Copies variables without those that name files of secrets. */
export function withoutFiles(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith('_FILE')));
}
