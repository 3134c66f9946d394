import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { foldName, isIndia } from '../../platform/country.js';

/** Names and codes of the countries of ISO 3166, in the form of {@link foldName}. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    ...Object.values(english.countries).flat(),
    ...codes.flatMap(([twoLetters, threeLetters]) => [twoLetters!, threeLetters!]),
  ].map(foldName),
);

/** Returns true if a text is a country of ISO 3166, by an English name or a code, or any name of India. */
export function isKnownCountry(country: string): boolean {
  return isIndia(country) || KNOWN.has(foldName(country));
}
