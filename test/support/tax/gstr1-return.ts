import { Ajv } from 'ajv';
import { gstr1Json } from '../../../src/tax/india/gstr1/gstr1-json.js';
import type { MonthDocument } from '../../../src/tax/india/gstr1/month-document.js';
import { pagesOf, SUPPLIER_GSTIN } from './documents.js';
import { GSTR1 } from './published-schemas.js';

// The precision covers sums whose doubles are not exact multiples of a paisa.
const validate = new Ajv({ allErrors: true, multipleOfPrecision: 4, strict: false }).compile(GSTR1);

/** Amounts of one rate. */
export type Amounts = Record<'rt' | 'txval' | 'iamt' | 'camt' | 'samt', number | undefined>;
/** A row of a listed document. */
export interface Row {
  [key: string]: unknown;
  val: number;
  itms: { num: number; itm_det: Amounts }[];
}
/** The tables of a return, as the portal reads them. */
export interface Return {
  [key: string]: unknown;
  b2b?: { ctin: string; inv: Row[] }[];
  b2cl?: { pos: string; inv: Row[] }[];
  b2cs?: (Amounts & { sply_ty: string; pos: string })[];
  cdnr?: { ctin: string; nt: Row[] }[];
  cdnur?: Row[];
  nil?: { inv: { sply_ty: string; nil_amt: number }[] };
  hsn?: Record<'hsn_b2b' | 'hsn_b2c', (Amounts & { hsn_sc: string; qty: number })[] | undefined>;
  doc_issue?: { doc_det: { doc_num: number; docs: object[] }[] };
}

/** Makes the return of November 2026, and checks it against the schema. */
export async function returnOf(documents: readonly MonthDocument[]): Promise<Return> {
  let text = '';
  for await (const part of gstr1Json(pagesOf(documents), {
    gstin: SUPPLIER_GSTIN,
    month: '2026-11',
  })) {
    text += part;
  }
  const found = JSON.parse(text) as Return;
  validate(found);
  expect(validate.errors).toBeNull();
  return found;
}
