import { formatDay, formatMoney } from '../../../../shared/format';

/** Writes the days and amounts of a sentence of the service as pages do, except in what it quotes. */
export function inWordsOfPages(sentence: string): string {
  return sentence.replace(
    /"(?:[^"\\]|\\.)*"|“[^”]*”|\b\d{4}-\d{2}-\d{2}\b|(?<![\w.])-?\d+\.\d{2}\b/g,
    (found) => {
      if (/^["“]/.test(found)) return found;
      return found.includes('.') ? formatMoney(Number(found)) : formatDay(found);
    },
  );
}
