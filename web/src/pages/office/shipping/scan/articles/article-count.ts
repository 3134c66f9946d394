import { articleCodes } from '../../../../../../../src/catalog/article-codes.js';
import type { LineToPickDto } from '../../../../../api/generated/admin-types.js';

/** Units of one line that were packed. */
export interface Packed {
  scanned: number;
  byHand: number;
}

/** Units that were packed, by the number of their line. */
export type Count = Readonly<Record<number, Packed>>;

const NONE: Packed = { scanned: 0, byHand: 0 };

export function packedOf(count: Count, { line }: Pick<LineToPickDto, 'line'>): number {
  const { scanned, byHand } = count[line] ?? NONE;
  return scanned + byHand;
}

/** Adds units of a line to a count. */
export function withUnits(
  count: Count,
  { line }: Pick<LineToPickDto, 'line'>,
  { scanned = 0, byHand = 0 }: Partial<Packed>,
): Count {
  const before = count[line] ?? NONE;
  return {
    ...count,
    [line]: { scanned: before.scanned + scanned, byHand: before.byHand + byHand },
  };
}

/** Sums the units of all lines, as a shipment has them. */
export function sumsOf(count: Count): { scanned: number; counted_by_hand: number } {
  const packed = Object.values(count);
  return {
    scanned: packed.reduce((sum, { scanned }) => sum + scanned, 0),
    counted_by_hand: packed.reduce((sum, { byHand }) => sum + byHand, 0),
  };
}

/** Lists what a scan may name an article of some lines by. */
export function codesOf(lines: readonly LineToPickDto[]): string[] {
  return lines.flatMap(({ sku, codes }) => [sku, ...codes]);
}

/** Finds the lines that a scan names: those with the SKU, else those with a GTIN or the code of their combination. */
export function linesOfCode(lines: readonly LineToPickDto[], text: string): LineToPickDto[] {
  const named = articleCodes(text.toUpperCase());
  const isNamed = (code: string): boolean => named.includes(code.toUpperCase());
  const bySku = lines.filter(({ sku }) => isNamed(sku));
  return bySku.length > 0 ? bySku : lines.filter(({ codes }) => codes.some(isNamed));
}

/**
 * Returns true if a code that names a line does not tell its combination. It is the SKU then, or the GTIN of the product where the
 * combination has a code of its own: the last one.
 */
export function isOfAnyVariation(
  { variation_key: key, codes }: LineToPickDto,
  text: string,
): boolean {
  return (
    key !== null && !articleCodes(text.toUpperCase()).includes(codes.at(-1)?.toUpperCase() ?? '')
  );
}

/** Returns true if lines are of one article, so that it does not matter which of them a unit is counted for. */
export function areOneArticle(lines: readonly LineToPickDto[]): boolean {
  return new Set(lines.map(({ sku, variation_key: key }) => JSON.stringify([sku, key]))).size === 1;
}
