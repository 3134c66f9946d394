import { toDecimalText } from '../../../platform/money.js';
import {
  CHECK_CODES,
  checkDocument,
  type CheckCode,
  type CheckedSupplier,
  type Finding,
} from './document-checks.js';
import type { MonthDocument } from './month-document.js';
import { MonthSums } from './month-sums.js';
import { zeroAt, type RateSums } from './placing.js';

/** Number of findings that are listed; further ones are only counted. */
export const LISTED_FINDINGS_MAX = 500;

/** Sums of one rate less the credit notes, both from the tables of supplies and from the HSN summary. */
export interface RateComparison {
  tables: RateSums;
  hsn: RateSums;
}

export interface MonthChecks {
  documents: number;
  canceled: number;
  errors: number;
  warnings: number;
  /** The lowest rate first. */
  rates: RateComparison[];
  /** The first {@link LISTED_FINDINGS_MAX}: errors before warnings, those of the month first, then in document order. */
  findings: Finding[];
}

/** Checks the documents of a month, and its tables against each other, in one pass. */
export async function checkMonth(
  pages: AsyncIterable<readonly MonthDocument[]>,
  supplier: CheckedSupplier,
): Promise<MonthChecks> {
  const checks: MonthChecks = {
    documents: 0,
    canceled: 0,
    errors: 0,
    warnings: 0,
    rates: [],
    findings: [],
  };
  const sums = new MonthSums(supplier.gstin);
  const listed = new Map<number, RateSums>();
  for await (const page of pages) {
    for (const document of page) {
      if (document.kind === 'canceled') checks.canceled += 1;
      else {
        checks.documents += 1;
        checks.findings.push(...counted(checks, checkDocument(document, supplier)));
      }
      for (const { table, rates } of sums.add(document)) {
        const sign = table === 'b2b' || table === 'b2cl' ? 1 : -1;
        rates.forEach((rate) => addRate(listed, rate, sign));
      }
    }
  }
  checks.rates = compareRates(sums, listed);
  const ofTables = [...rateFindings(checks.rates), ...nilFindings(sums), ...seriesFindings(sums)];
  const findings = [...counted(checks, ofTables), ...checks.findings]
    .sort((a, b) => CHECK_CODES[a.code].localeCompare(CHECK_CODES[b.code]))
    .slice(0, LISTED_FINDINGS_MAX);
  return { ...checks, findings };
}

/** Counts findings. @returns those that may be listed: of documents, no more than the list has room for */
function counted(checks: MonthChecks, findings: readonly Finding[]): Finding[] {
  return findings.filter(({ id, code }) => {
    const count = (checks[`${CHECK_CODES[code]}s`] += 1);
    return id === null || count <= LISTED_FINDINGS_MAX;
  });
}

/** Sums the HSN summary and the tables of supplies by rate. @param listed sums of the tables that list documents */
function compareRates(sums: MonthSums, listed: Map<number, RateSums>): RateComparison[] {
  const hsn = new Map<number, RateSums>();
  [...sums.hsnRows(true), ...sums.hsnRows(false)].forEach((row) => addRate(hsn, row, 1));
  sums.smallSupplies().forEach((row) => addRate(listed, row, 1));
  for (const { nilMinor } of sums.nilRows()) {
    addRate(listed, { ...zeroAt(0), taxableMinor: nilMinor }, 1);
  }
  return [...new Set([...hsn.keys(), ...listed.keys()])]
    .sort((a, b) => a - b)
    .map((rateBp) => ({
      tables: listed.get(rateBp) ?? zeroAt(rateBp),
      hsn: hsn.get(rateBp) ?? zeroAt(rateBp),
    }));
}

/** Finds the rates whose sums differ between the HSN summary and the tables of supplies. */
export function rateFindings(rates: readonly RateComparison[]): Finding[] {
  return rates.flatMap(({ tables, hsn }) => {
    if (amounts(tables) === amounts(hsn)) return [];
    const message = `At ${tables.rateBp / 100} % the HSN summary has ${amounts(hsn)}, and the tables of supplies have ${amounts(tables)}.`;
    return ofMonth('table_differs', message);
  });
}

function nilFindings(sums: MonthSums): Finding[] {
  return sums
    .nilRows()
    .filter(({ nilMinor }) => nilMinor < 0)
    .map(({ nilMinor }) => {
      const message = `Credit notes take back more supplies at rate 0 than the month has: ${toDecimalText(nilMinor)}.`;
      return ofMonth('nil_below_zero', message);
    });
}

/** Compares the numbers of each series, from the first to the last, with the documents of the month. */
function seriesFindings(sums: MonthSums): Finding[] {
  return sums.seriesRows().flatMap(({ series, first, last, total }) => {
    const numbers = last.position - first.position + 1;
    if (numbers === total) return [];
    const message = `Series ${series} has ${numbers} numbers from ${first.number} to ${last.number}, but ${total} documents.`;
    return ofMonth('numbers_missing', message);
  });
}

function ofMonth(code: CheckCode, message: string): Finding {
  return { code, id: null, number: null, message };
}

function addRate(sums: Map<number, RateSums>, rate: RateSums, sign: 1 | -1): void {
  const sum = sums.get(rate.rateBp) ?? zeroAt(rate.rateBp);
  sum.taxableMinor += sign * rate.taxableMinor;
  sum.cgstMinor += sign * rate.cgstMinor;
  sum.sgstMinor += sign * rate.sgstMinor;
  sum.igstMinor += sign * rate.igstMinor;
  sums.set(rate.rateBp, sum);
}

function amounts({ taxableMinor, cgstMinor, sgstMinor, igstMinor }: RateSums): string {
  const [taxable, cgst, sgst, igst] = [taxableMinor, cgstMinor, sgstMinor, igstMinor].map(
    toDecimalText,
  );
  return `${taxable}, CGST ${cgst}, SGST ${sgst} and IGST ${igst}`;
}
