import { refuse } from './variables.js';

/** Values of a parameter, and their description for people. */
interface Values {
  isValid: (value: string) => boolean;
  expected: string;
}

/** Parameters that a URL may have, by name. */
export type UrlParameters = Readonly<Record<string, Values>>;

export const BOOLEAN = anyOf('true', 'false');
export const HOST = matching(/^[\w.-]+$/, 'a host name');

export function anyOf(...values: readonly string[]): Values {
  return { isValid: (value) => values.includes(value), expected: `one of ${values.join(', ')}` };
}

export function matching(form: RegExp, expected: string): Values {
  return { isValid: (value) => form.test(value), expected };
}

/**
 * Refuses parameters of a setting's URL that are unknown or have another value than allowed. The client of the URL would ignore
 * them, or take them for options of its own.
 *
 * @throws SettingsError that quotes names, but no values
 */
export function assertParameters(name: string, url: string, allowed: UrlParameters): void {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
  for (const [parameter, value] of new URLSearchParams(query)) {
    if (!Object.hasOwn(allowed, parameter)) {
      // With an @, the query is the rest of a password in which ? is not encoded.
      const isName = /^[\w.-]+$/.test(parameter) && !query.includes('@');
      const known = Object.keys(allowed).join(', ');
      refuse(
        name,
        isName ? `parameter ${parameter}` : `(${url.length} characters)`,
        known === '' ? 'a URL without parameters' : `no other parameters than ${known}`,
      );
    }
    const { isValid, expected } = allowed[parameter]!;
    if (!isValid(value)) refuse(name, `parameter ${parameter}`, expected);
  }
}
