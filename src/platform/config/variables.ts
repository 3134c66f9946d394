export type Environment = Readonly<Record<string, string | undefined>>;

/** Error of an invalid variable, with a message of one line. */
export class SettingsError extends Error {}

/** Reads the trimmed value of a variable; null if it is blank. */
export function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim() ?? '';
  return value === '' ? null : value;
}

/** Refuses a value. @throws SettingsError with what was expected */
export function refuse(name: string, held: string, allowed: string): never {
  throw new SettingsError(`Invalid ${name} ${held}: expected ${allowed}`);
}

/** Reads a whole number of a range. @throws SettingsError */
export function integer(
  env: Environment,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const number = Number(value);
  if (!/^\d{1,9}$/.test(value) || number < min || number > max) {
    refuse(name, JSON.stringify(value), `a whole number from ${min} to ${max}`);
  }
  return number;
}

/** Reads one of the allowed values. @throws SettingsError */
export function oneOf<T extends string>(
  env: Environment,
  name: string,
  allowed: readonly T[],
  fallback: NoInfer<T>,
): T {
  const value = text(env, name) ?? fallback;
  const found = allowed.find((candidate) => candidate === value);
  return found ?? refuse(name, JSON.stringify(value), `one of ${allowed.join(', ')}`);
}

/** Returns true if a variable is true. @throws SettingsError */
export function flag(env: Environment, name: string, fallback: boolean): boolean {
  return oneOf(env, name, ['true', 'false'], fallback ? 'true' : 'false') === 'true';
}
