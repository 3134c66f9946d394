import { textOf, type Cell } from '../../../src/platform/table-file/cell.js';

/** How some numbers of a file were read, with the first of them. */
export interface NumberWay {
  way: string;
  count: number;
  text: string;
  value: number;
}

/** Signs of a text that a person may read as another number, the first one that applies. */
const WAYS: readonly [way: string, sign: RegExp][] = [
  ['with a comma for paise', /,\d{1,2}\D*$/],
  ['with dots between thousands', /\.\d{3}(?:\D|$)/],
  ['with commas between thousands', /\d,\d/],
  ['with a currency', /₹|rs|inr|\/-/i],
];

/** Counts how the amounts of a file were read. */
export class NumberWays {
  private readonly found = new Map<string, NumberWay>();

  /** @param value what the cell was read as */
  add(cell: Cell | undefined, value: string): void {
    if (typeof cell !== 'string' || value === '') return;
    const text = textOf(cell);
    const [way] = WAYS.find(([, sign]) => sign.test(text)) ?? [];
    if (way === undefined) return;
    const known = this.found.get(way);
    if (known === undefined) this.found.set(way, { way, count: 1, text, value: Number(value) });
    else known.count += 1;
  }

  list(): NumberWay[] {
    return [...this.found.values()];
  }
}
