import { Notice } from './notice';

/** Warns of characters that documents cannot show. */
export function Unprintable({ characters }: { characters: readonly string[] | undefined }) {
  if (characters === undefined) return null;
  return (
    <Notice tone="waiting" title="Letters that documents cannot show">
      Invoices and packing slips show � instead of {characters.join(' ')}. Write the text in Latin
      letters or in a script of India.
    </Notice>
  );
}
