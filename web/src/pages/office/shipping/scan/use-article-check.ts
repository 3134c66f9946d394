import { itemText } from '../../../../../../src/catalog/variations/variation-keys.ts';
import { useRef, useState, type RefObject } from 'react';
import type { LineToPickDto } from '../../../../api/generated/admin-types';
import { formatCount } from '../../../../shared/format';
import {
  areOneArticle,
  linesOfCode,
  packedOf,
  withUnits,
  type Count,
  type Packed,
} from './article-count';
import { playLowTone, useToneSwitch } from './scan-tone';

interface Said {
  sentence: string;
  isRefused: boolean;
  /** Lines of different articles that have the scanned code. */
  choices: readonly LineToPickDto[];
}

export interface ArticleCheck {
  /** The field that articles are scanned into. */
  field: RefObject<HTMLInputElement | null>;
  count: Count;
  said: Said | null;
  scan: (code: string) => void;
  /** Counts a unit of one of the offered lines. */
  choose: (line: LineToPickDto) => void;
  /** Counts what is left of a line, without a scan. */
  countByHand: (line: LineToPickDto) => void;
  /** Returns true, and says what is missing, unless exactly the units to ship are counted. */
  refuses: () => boolean;
}

/**
 * Counts the units that are scanned while a shipment is packed. Nothing is kept: the goods lie on the table.
 *
 * @param unitsOf reads the units of a line that are to be shipped
 * @param onAll is called when all units are counted
 */
export function useArticleCheck(
  lines: readonly LineToPickDto[],
  unitsOf: (line: LineToPickDto) => number,
  onAll: () => void,
): ArticleCheck {
  const field = useRef<HTMLInputElement>(null);
  const [count, setCount] = useState<Count>({});
  const [said, setSaid] = useState<Said | null>(null);
  const [hasTone] = useToneSwitch();
  const say = (sentence: string, choices: readonly LineToPickDto[] = []): void =>
    setSaid({ sentence, isRefused: false, choices });
  const refuse = (sentence: string): void => {
    setSaid({ sentence, isRefused: true, choices: [] });
    if (hasTone) playLowTone();
  };
  const isFull = (line: LineToPickDto): boolean => packedOf(count, line) >= unitsOf(line);
  const add = (line: LineToPickDto, packed: Partial<Packed>): void => {
    const next = withUnits(count, line, packed);
    setCount(next);
    say(`${itemText(line)}: ${formatCount(packedOf(next, line))} of ${formatCount(unitsOf(line))}`);
    if (lines.every((each) => packedOf(next, each) === unitsOf(each))) onAll();
  };
  const addOne = (found: readonly LineToPickDto[]): void => {
    const open = found.find((line) => !isFull(line));
    if (open !== undefined) return add(open, { scanned: 1 });
    const units = found.reduce((sum, line) => sum + unitsOf(line), 0);
    refuse(units === 1 ? 'The only one is packed' : `All ${formatCount(units)} are packed`);
  };
  return {
    field,
    count,
    said,
    scan: (code) => {
      const found = linesOfCode(lines, code);
      if (found.length === 0) refuse(`${code} is not in this order`);
      else if (areOneArticle(found)) addOne(found);
      else say(`${code} is the code of several articles: which one is it?`, found);
    },
    choose: (line) => {
      field.current?.focus();
      addOne([line]);
    },
    countByHand: (line) => {
      if (isFull(line)) addOne([line]);
      else add(line, { byHand: unitsOf(line) - packedOf(count, line) });
    },
    refuses: () => {
      const wrong = lines.filter((line) => packedOf(count, line) !== unitsOf(line));
      const parts = wrong.map((line) => {
        const packed = formatCount(packedOf(count, line));
        return `${packed} of ${formatCount(unitsOf(line))} of ${itemText(line)}`;
      });
      if (wrong.length === 0) return false;
      refuse(`Not packed as it is to be shipped: ${parts.join('; ')}`);
      field.current?.focus();
      return true;
    },
  };
}
