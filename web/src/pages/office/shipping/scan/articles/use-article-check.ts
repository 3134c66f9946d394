import { itemText } from '../../../../../../../src/catalog/variations/variation-keys.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import { readScanOptions } from '../../../../../api/generated/admin';
import type { LineToPickDto, ScanDto } from '../../../../../api/generated/admin-types';
import { formatCount, plural } from '../../../../../shared/format';
import {
  areOneArticle,
  codesOf,
  isOfAnyVariation,
  linesOfCode,
  packedOf,
  sumsOf,
  withUnits,
  type Count,
  type Packed,
} from './article-count';
import { gluedText, twoCodesIn } from '../../scanned-codes';
import { playLowTone, useToneSwitch } from '../scan-tone';

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
  /** Returns true once the units to ship are counted. */
  isComplete: () => boolean;
  said: Said | null;
  scan: (code: string) => void;
  /** Counts a unit of one of the offered lines. */
  choose: (line: LineToPickDto) => void;
  /** Counts nothing, as none of the offered lines is it. */
  chooseNone: () => void;
  /** Counts what is left of a line, without a scan. */
  countByHand: (line: LineToPickDto) => void;
  /** Counts what was scanned into another field, if it names an article of the order while units are missing. Returns whether it does. */
  scansElsewhere: (code: string) => boolean;
  /** Returns true, and says what is missing, unless exactly the units to ship are counted. */
  refuses: () => boolean;
  /** Returns true, and says so, if leaving would lose counted units. */
  asksToLeave: () => boolean;
}

/**
 * Counts the units that are scanned while a shipment is packed. Nothing is kept: the goods lie on the table.
 *
 * @param unitsOf reads the units of a line that are to be shipped
 * @param onAll is called when all units are counted
 */
export function useArticleCheck(
  orderNumber: string,
  lines: readonly LineToPickDto[],
  unitsOf: (line: LineToPickDto) => number,
  onAll: () => void,
): ArticleCheck {
  const field = useRef<HTMLInputElement>(null);
  /** By the numbers of lines: of how many units a person has said that they are of the right variation. */
  const seen = useRef(new Map<number, number>());
  const [count, setCount] = useState<Count>({});
  const { said, say, refuse, refuseForeign } = useSaid(orderNumber, codesOf(lines));
  const isSeen = (line: LineToPickDto): boolean => seen.current.get(line.line) === unitsOf(line);
  const isAll = (of: Count): boolean => lines.every((line) => packedOf(of, line) === unitsOf(line));
  const missingOf = (line: LineToPickDto): number => unitsOf(line) - packedOf(count, line);
  const add = (line: LineToPickDto, packed: Partial<Packed>): void => {
    const next = withUnits(count, line, packed);
    setCount(next);
    say(`${itemText(line)}: ${formatCount(packedOf(next, line))} of ${formatCount(unitsOf(line))}`);
    if (isAll(next)) onAll();
  };
  const addOne = (found: readonly LineToPickDto[]): void => {
    const open = found.find((line) => missingOf(line) > 0);
    if (open !== undefined) return add(open, { scanned: 1 });
    const units = found.reduce((sum, line) => sum + unitsOf(line), 0);
    refuse(units === 1 ? 'The only one is packed' : `All ${formatCount(units)} are packed`);
  };
  const scan = (code: string): void => {
    const found = linesOfCode(lines, code);
    const question = questionOf(code, found, missingOf, isSeen);
    if (found.length === 0) void refuseForeign(code);
    else if (question === null) addOne(found);
    else say(question, found);
  };
  return {
    field,
    count,
    isComplete: () => isAll(count),
    said,
    scan,
    scansElsewhere: (code) => {
      const isArticle = linesOfCode(lines, code).length > 0;
      if (!isArticle || lines.every((line) => missingOf(line) <= 0)) return false;
      field.current?.focus();
      scan(code);
      return true;
    },
    choose: (line) => {
      field.current?.focus();
      if (said?.choices.length === 1) seen.current.set(line.line, unitsOf(line));
      addOne([line]);
    },
    chooseNone: () => {
      field.current?.focus();
      say('Nothing was counted: take the one that the order names, and scan it');
    },
    countByHand: (line) => {
      field.current?.focus();
      if (missingOf(line) <= 0) addOne([line]);
      else add(line, { byHand: missingOf(line) });
    },
    refuses: () => {
      if (isAll(count)) return false;
      refuse(lines.flatMap((line) => missingText(line, missingOf(line))).join('; '));
      field.current?.focus();
      return true;
    },
    asksToLeave: () => saysLoss(count, refuse),
  };
}

interface Packing {
  orderNumber: string;
  /** Codes of the articles that are packed. */
  articles: readonly string[];
}

/** Says what a code is that no line has, and what to do. */
function foreignText(
  code: string,
  { found_by: foundBy, orders }: ScanDto,
  { orderNumber, articles }: Packing,
): string {
  const [first] = orders;
  if (foundBy === 'article') return `${code} is not in this order`;
  const two = foundBy === null ? twoCodesIn(code, articles) : null;
  if (two !== null) return gluedText(two);
  if (first === undefined || foundBy === 'part' || foundBy === 'similar')
    return `${code} is not in this order. If it is a label, scan the articles first`;
  const isLabel = foundBy === 'awb' || foundBy === 'tracking_number';
  if (first.order_number === orderNumber)
    return `${code} is ${isLabel ? 'the label of ' : ''}this order: scan its articles first`;
  return `${code} is ${isLabel ? `the label of ${first.order_number}` : 'an order'}: finish ${orderNumber} first`;
}

interface Saying extends Pick<ArticleCheck, 'said'> {
  say: (sentence: string, choices?: readonly LineToPickDto[]) => void;
  refuse: (sentence: string) => void;
  /** Refuses a code that no line has. */
  refuseForeign: (code: string) => Promise<void>;
}

/** Says what the last scan was. */
function useSaid(orderNumber: string, articles: readonly string[]): Saying {
  const [said, setSaid] = useState<Said | null>(null);
  const [hasTone] = useToneSwitch();
  const queryClient = useQueryClient();
  const say = (sentence: string, choices: readonly LineToPickDto[] = []): void =>
    setSaid({ sentence, isRefused: false, choices });
  const refuse = (sentence: string): Said => {
    const refused: Said = { sentence, isRefused: true, choices: [] };
    setSaid(refused);
    if (hasTone) playLowTone();
    return refused;
  };
  /** Refuses at once, and says what the code is as soon as that is known, unless more was scanned meanwhile. */
  const refuseForeign = async (code: string): Promise<void> => {
    const refused = refuse(`${code} is not in this order`);
    const options = { ...readScanOptions({ query: { text: code } }), staleTime: 0 };
    const answer = await queryClient.fetchQuery(options).catch(() => null);
    if (answer === null) return;
    const sentence = foreignText(code, answer.data, { orderNumber, articles });
    setSaid((latest) => (latest === refused ? { ...refused, sentence } : latest));
  };
  return { said, say, refuse, refuseForeign };
}

/** Asks which of the lines that have a code was scanned; null: they are of one article. */
function questionOf(
  code: string,
  found: readonly LineToPickDto[],
  missingOf: (line: LineToPickDto) => number,
  isSeen: (line: LineToPickDto) => boolean,
): string | null {
  const [first, another] = found;
  if (another === undefined && first !== undefined && isSeen(first)) return null;
  if (found.every((line) => isOfAnyVariation(line, code))) {
    const units = first === undefined ? 0 : missingOf(first);
    const all = units > 1 ? `are all ${formatCount(units)} this one?` : 'is it this one?';
    const which = another === undefined ? all : 'which one is it?';
    return `${code} is on each variation of it: ${which}`;
  }
  return areOneArticle(found) ? null : `${code} is the code of several articles: which one is it?`;
}

/** Says what starting over would lose. Returns false if it is nothing. */
function saysLoss(count: Count, say: (sentence: string) => void): boolean {
  const { scanned, counted_by_hand: byHand } = sumsOf(count);
  const units = plural(scanned + byHand, 'counted unit');
  if (scanned + byHand > 0) say(`${units} would be forgotten: Esc again starts over`);
  return scanned + byHand > 0;
}

/** Says how many units of a line are missing, or are too many; empty: neither. */
function missingText(line: LineToPickDto, missing: number): string[] {
  if (missing === 0) return [];
  const count = Math.abs(missing);
  const units = `${plural(count, 'unit')} of ${itemText(line)} ${count === 1 ? 'is' : 'are'}`;
  return [missing > 0 ? `${units} not scanned yet` : `${units} too many`];
}
