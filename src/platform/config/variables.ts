import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';
import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Error of the settings, with a line for each problem. */
export class SettingsError extends Error {}

/** How the environment has a setting. */
interface Variable {
  name: string;
  /** True if messages must not quote it. `<name>_FILE` may name a file that contains it. */
  isSecret?: boolean;
  /** True if a blank value is refused instead of being taken for absent. */
  refusesBlank?: boolean;
}

/** The variable of each setting. A message of its type says what was expected, such as `an IP address`. */
const VARIABLES = z.registry<Variable>();

/** A text, or the reason why the file that should contain it has none. */
type Held = string | SettingsError | undefined;
interface HeldValues {
  [field: string]: Held | HeldValues;
}

/** Longest part of a wrong value that a message quotes. */
const QUOTED_LENGTH = 40;

/** Gives a setting its variable. */
export function variable<T extends z.ZodType>(
  name: string,
  type: T,
  traits: Omit<Variable, 'name'> = {},
): T {
  VARIABLES.add(type, { name, ...traits });
  return type;
}

/** A setting that is null if its variable is not set. */
export function optional<T extends z.ZodType>(
  name: string,
  type: T,
  traits?: Omit<Variable, 'name'>,
): z.ZodDefault<z.ZodNullable<T>> {
  return variable(
    name,
    z.nullable(type).default(() => null),
    traits,
  );
}

/** A secret, from its variable or a mounted file, as orchestrators provide secrets; null if neither is set. */
export function secret<T extends z.ZodType>(name: string, type: T): z.ZodDefault<z.ZodNullable<T>> {
  return optional(name, type, { isSecret: true });
}

/** Reads the trimmed value of a variable; null if it is blank. */
export function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim() ?? '';
  return value === '' ? null : value;
}

/** Lists the variables of a schema, with the values that they have by default. */
export function variablesOf(schema: z.ZodObject): (Variable & { byDefault: unknown })[] {
  return Object.values(schema.shape).flatMap((type) => {
    if (type instanceof z.ZodObject) return variablesOf(type);
    const byDefault: unknown = z.parse(type, undefined);
    return [{ ...VARIABLES.get(type)!, byDefault }];
  });
}

/**
 * Reads the variables of a schema. Blank ones count as absent.
 *
 * @throws SettingsError with a line for each problem: the variable, its value (never a secret) and what was expected
 */
export function readVariables<T extends z.ZodObject>(schema: T, env: Environment): z.output<T> {
  const held = heldValues(schema, env);
  const { data, error } = schema.safeParse(held);
  if (error === undefined) return data;
  const lines = error.issues.map((issue) => lineOf(issue, schema, held));
  throw new SettingsError([...new Set(lines)].join('\n'));
}

/** Writes a line for each variable whose name is one letter away from that of a setting. */
export function misspelledNames(schema: z.ZodObject, env: Environment): string[] {
  const known = variablesOf(schema).flatMap(({ name, isSecret }) =>
    isSecret === true ? [name, `${name}_FILE`] : [name],
  );
  return Object.keys(env).flatMap((name) => {
    const meant = known.includes(name) ? undefined : known.find((other) => isSlip(name, other));
    return meant === undefined ? [] : [`${name} is not a setting: did you mean ${meant}?`];
  });
}

/** Says what a type expects instead of the value of an issue. */
export function expectedOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_value' ? `one of ${issue.values.join(', ')}` : issue.message;
}

function heldValues({ shape }: z.ZodObject, env: Environment): HeldValues {
  const held = Object.entries(shape).map(([field, type]): [string, Held | HeldValues] => [
    field,
    type instanceof z.ZodObject ? heldValues(type, env) : heldBy(VARIABLES.get(type)!, env),
  ]);
  return Object.fromEntries(held);
}

function heldBy({ name, isSecret, refusesBlank }: Variable, env: Environment): Held {
  const value = text(env, name) ?? undefined;
  const path = isSecret === true ? text(env, `${name}_FILE`) : null;
  if (path === null) return refusesBlank === true ? env[name]?.trim() : value;
  if (value !== undefined) {
    return new SettingsError(`${name} and ${name}_FILE are both set: set one of them`);
  }
  const named = `${name}_FILE names ${JSON.stringify(path)}, which`;
  try {
    const content = readFileSync(path, 'utf8').trim();
    return content === '' ? new SettingsError(`${named} is empty`) : content;
  } catch (error) {
    return new SettingsError(`${named} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Writes the line of an issue. One of several settings has no field, and its message is the line. */
function lineOf(issue: z.core.$ZodIssue, schema: z.ZodObject, values: HeldValues): string {
  let type: unknown = schema;
  let held: HeldValues[string] = values;
  let part: PropertyKey | undefined;
  for (const key of issue.path) {
    if (type instanceof z.ZodObject) {
      type = type.shape[String(key)];
      held = (held as HeldValues)[String(key)];
    } else part = key;
  }
  if (held instanceof SettingsError) return held.message;
  if (typeof held !== 'string') return issue.message;
  const { name, isSecret } = VARIABLES.get(type as z.ZodType)!;
  const wrong = (typeof part === 'number' && held.split(',')[part]!.trim()) || held;
  const quoted =
    isSecret === true
      ? `(${held.length} characters)`
      : JSON.stringify(wrong.replace(/\/\/.*@/, '//…@').slice(0, QUOTED_LENGTH));
  return `Invalid ${name} ${typeof part === 'string' ? part : quoted}: expected ${expectedOf(issue)}`;
}

/** Returns true if a name has one letter more, less or other than another one, or two in the wrong order. */
function isSlip(name: string, other: string): boolean {
  const isTurned = (_: string, at: number): boolean =>
    `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}` === other;
  return distance(name, other) === 1 || Array.from(name).some(isTurned);
}
