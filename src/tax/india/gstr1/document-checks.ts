import { isGstin, stateOfGstin } from '../../../platform/gst/gstin.js';
import { isHsn } from '../../../platform/gst/hsn.js';
import { findState, hasPincode } from '../../../platform/gst/states.js';
import { isUnitCode } from '../../../platform/gst/unit-codes.js';
import type {
  DocumentContent,
  DocumentLine,
  DocumentSums,
} from '../../documents/document-content.js';
import { sumsOf } from '../../documents/document-sums.js';
import type { IssuedDocument } from './month-document.js';

/** Codes of findings. A warning may be right; an error makes the return wrong, or the portal refuses it. */
export const CHECK_CODES = {
  another_registration: 'error',
  sums_differ: 'error',
  tax_differs: 'error',
  tax_kind_wrong: 'error',
  gstin_invalid: 'error',
  hsn_invalid: 'error',
  hsn_too_short: 'error',
  unit_unknown: 'error',
  pin_of_another_state: 'warning',
  numbers_missing: 'error',
  table_differs: 'error',
  nil_below_zero: 'warning',
} as const;
export type CheckCode = keyof typeof CHECK_CODES;

/** A fault of a document, or of the month if it has no document. */
export interface Finding {
  code: CheckCode;
  /** Id of the document, or null. */
  id: number | null;
  /** Its number, or null. */
  number: string | null;
  message: string;
}

/** Facts of the supplier that documents are compared with. */
export interface CheckedSupplier {
  gstin: string;
  hsnDigits: number;
}

type Fault = [code: CheckCode, message: string];

/**
 * Largest difference between a line's tax and its rate times its taxable value. Each half may be off by half a paisa, and so
 * may half of the taxable value.
 */
const TAX_TOLERANCE_MINOR = 2;

export function checkDocument(
  { id, content }: IssuedDocument,
  supplier: CheckedSupplier,
): Finding[] {
  const faults =
    content.supplier.gstin === supplier.gstin
      ? [
          ...sumFaults(content),
          ...partyFaults(content),
          ...content.lines.flatMap((line) => lineFaults(line, content, supplier)),
        ]
      : [otherRegistration(content, supplier)];
  return faults.map(([code, message]) => ({ code, id, number: content.number, message }));
}

function otherRegistration({ supplier }: DocumentContent, { gstin }: CheckedSupplier): Fault {
  return [
    'another_registration',
    `It was issued under GSTIN ${supplier.gstin}, so it belongs to another return than that of ${gstin}.`,
  ];
}

function sumFaults(content: DocumentContent): Fault[] {
  const sums = Object.entries(sumsOf(content.lines)) as [keyof DocumentSums, number][];
  const isSum = sums.every(([key, minor]) => content[key] === minor);
  return isSum ? [] : [['sums_differ', 'Its sums are not those of its lines.']];
}

function partyFaults({
  recipient,
  ship_to,
  place_of_supply,
  ...content
}: DocumentContent): Fault[] {
  const faults: Fault[] = [];
  const { gstin, sez, address } = recipient;
  const place = `${place_of_supply.state} ${place_of_supply.name}`;
  if (gstin !== null && !isGstin(gstin)) {
    faults.push(['gstin_invalid', `GSTIN ${gstin} of the client is not valid.`]);
  }
  if (gstin !== null && stateOfGstin(gstin) !== place_of_supply.state) {
    faults.push(['gstin_invalid', `GSTIN ${gstin} is not of the place of supply, ${place}.`]);
  }
  const isWithin = stateOfGstin(content.supplier.gstin) === place_of_supply.state && sez === null;
  if (isWithin !== (content.supply === 'intra_state')) {
    const taxes = isWithin ? 'CGST and SGST' : 'IGST';
    faults.push(['tax_kind_wrong', `A supply to ${place} is charged with ${taxes}.`]);
  }
  const isBilled = gstin !== null || address?.state === place_of_supply.state;
  const pincode = (isBilled ? address : ship_to)?.pincode;
  const state = findState(place_of_supply.state);
  const isKnown = state !== null && state.pins.length > 0;
  if (pincode !== undefined && isKnown && !hasPincode(state, pincode)) {
    faults.push(['pin_of_another_state', `PIN ${pincode} does not look like one of ${place}.`]);
  }
  return faults;
}

function lineFaults(
  line: DocumentLine,
  { kind, is_with_tax, recipient }: DocumentContent,
  { hsnDigits }: CheckedSupplier,
): Fault[] {
  const faults: Fault[] = [];
  const where = `Line ${line.line} (${line.sku})`;
  const { hsn, unit, taxable_minor, cgst_minor, sgst_minor, igst_minor } = line;
  if (!isHsn(hsn)) {
    faults.push(['hsn_invalid', `${where} has HSN "${hsn}", which is not 4, 6 or 8 digits.`]);
  } else if (hsn.length < hsnDigits) {
    faults.push(['hsn_too_short', `${where} has HSN ${hsn}; ${hsnDigits} digits are required.`]);
  }
  if (!isUnitCode(unit)) {
    faults.push([
      'unit_unknown',
      `${where} has unit "${unit}", which is not a unit quantity code.`,
    ]);
  }
  const tax = cgst_minor + sgst_minor + igst_minor;
  if (taxable_minor + tax !== line.gross_minor || cgst_minor !== sgst_minor) {
    faults.push(['sums_differ', `${where} has amounts that do not add up.`]);
  }
  const isTaxed = is_with_tax && recipient.sez !== 'without_payment';
  const exact = isTaxed ? (taxable_minor * line.rate_bp) / 10_000 : 0;
  // The tax of a note is a difference of two rounded amounts.
  const tolerance = kind === 'credit_note' ? 2 * TAX_TOLERANCE_MINOR : TAX_TOLERANCE_MINOR;
  if (Math.abs(tax - exact) > tolerance) {
    faults.push([
      'tax_differs',
      `${where} has tax that is not ${line.rate_bp / 100} % of its value.`,
    ]);
  }
  return faults;
}
