import type { Sez } from '../../../clients/sez.js';
import { ADDRESS_LINE_LENGTH, PINCODE, type Address } from '../../../platform/gst/address.js';
import { isHsn } from '../../../platform/gst/hsn.js';
import { stateOfAddress } from '../../../platform/gst/read-state.js';
import { toMajorUnits } from '../../../platform/money.js';
import type {
  Consignee,
  DocumentContent,
  DocumentLine,
  Recipient,
} from '../../documents/document-content.js';

/** Most items of a registered document. */
export const ITEMS_MAX = 1_000;

const SUPPLY_TYPES: Readonly<Record<Sez, string>> = {
  with_payment: 'SEZWP',
  without_payment: 'SEZWOP',
};
/** GSTIN for a consignee without one. */
const UNREGISTERED = 'URP';
/** Chapter of services in the HSN. */
const SERVICES = '99';

/** Lists the reasons why a document cannot be written as INV-01; empty: it can. */
export function inv01Problems({ recipient, supplier, lines }: DocumentContent): string[] {
  const problems: string[] = [];
  if (recipient.address === null) problems.push(`${recipient.name} has no billing address.`);
  for (const [name, address] of [
    [recipient.name, recipient.address],
    [supplier.legal_name, supplier.address],
  ] as const) {
    if (address !== null && !PINCODE.test(address.pincode)) {
      problems.push(`The PIN code of ${name}, "${address.pincode}", is not six digits.`);
    }
  }
  for (const { line, hsn, taxable_minor: taxableMinor } of lines) {
    if (taxableMinor < 0) {
      problems.push(`Line ${line} takes back more tax than money: its parts are rounded to paise.`);
    }
    if (!isHsn(hsn)) problems.push(`HSN "${hsn}" of line ${line} is not 4, 6 or 8 digits.`);
  }
  if (lines.length > ITEMS_MAX) {
    problems.push(`It has ${lines.length} lines; at most ${ITEMS_MAX} can be registered.`);
  }
  return problems;
}

/**
 * Writes a document as INV-01, version 1.1. Keys without a value are left out, because the portal refuses empty ones.
 *
 * @param content of a document that has to be registered and has no {@link inv01Problems}
 */
export function toInv01(content: DocumentContent): object {
  const { supplier, recipient, ship_to, place_of_supply, lines } = content;
  const { sez } = recipient;
  return withoutNulls({
    Version: '1.1',
    TranDtls: { TaxSch: 'GST', SupTyp: sez === null ? 'B2B' : SUPPLY_TYPES[sez], RegRev: 'N' },
    DocDtls: {
      Typ: content.kind === 'credit_note' ? 'CRN' : 'INV',
      No: content.number,
      Dt: day(content.issued_on),
    },
    SellerDtls: {
      Gstin: supplier.gstin,
      LglNm: name(supplier.legal_name),
      TrdNm: supplier.trade_name === null ? null : name(supplier.trade_name),
      ...address(supplier.address),
    },
    BuyerDtls: { ...buyer(recipient), Pos: place_of_supply.state },
    ShipDtls: ship_to === null ? null : shipTo(ship_to),
    ItemList: lines.map(item),
    ValDtls: {
      AssVal: toMajorUnits(content.taxable_minor),
      CgstVal: toMajorUnits(content.cgst_minor),
      SgstVal: toMajorUnits(content.sgst_minor),
      IgstVal: toMajorUnits(content.igst_minor),
      TotInvVal: toMajorUnits(content.total_minor),
    },
    RefDtls: references(lines),
  });
}

function buyer({ gstin, name: legalName, address: billing }: Recipient): object {
  return { Gstin: gstin, LglNm: name(legalName), ...(billing !== null && address(billing)) };
}

/** Makes the consignee, without a GSTIN. Returns null if the state or PIN code is unknown, which the portal would refuse. */
function shipTo({
  name: consignee,
  address: street,
  city,
  state,
  pincode,
}: Consignee): object | null {
  const code = stateOfAddress(state, pincode);
  if (code === null || !PINCODE.test(pincode)) return null;
  return {
    Gstin: UNREGISTERED,
    LglNm: name(consignee),
    ...lines(street),
    Loc: atLeastThree(plain(city, 100)),
    Pin: Number(pincode),
    Stcd: code,
  };
}

/** Writes a street as two lines: the second begins with a word, and has the three characters that the portal wants. */
function lines(street: string): { Addr1: string; Addr2: string | null } {
  const text = plain(street);
  const first = firstWords(text, ADDRESS_LINE_LENGTH);
  const rest = firstWords(text.slice(first.length).trim(), ADDRESS_LINE_LENGTH);
  return { Addr1: first, Addr2: rest === '' ? null : atLeastThree(rest) };
}

/** Cuts a text at a word, or in one that is longer than half of a line. */
function firstWords(text: string, max: number): string {
  const signs = [...text];
  if (signs.length <= max) return text;
  const end = signs.slice(0, max + 1).lastIndexOf(' ');
  return signs
    .slice(0, end > max / 2 ? end : max)
    .join('')
    .trim();
}

function address({ line1, line2, place, state, pincode }: Address): object {
  const second = plain(line2 ?? '', 100);
  return {
    Addr1: plain(line1, 100),
    Addr2: second.length < 3 ? null : second,
    Loc: atLeastThree(plain(place, 50)),
    Pin: Number(pincode),
    Stcd: state,
  };
}

/**
 * Writes a line. The unit price is rounded up to three decimals, and a discount corrects the rest: otherwise units times price
 * could miss the taxable value.
 * - a line of a credit note without units takes back money
 */
function item(line: DocumentLine): object {
  const { units, unit } = line.units === null ? { units: 1, unit: 'OTH' } : (line as Counted);
  const priceThousandths = Math.ceil((line.taxable_minor * 10) / units);
  const totalMinor = Math.round((priceThousandths * units) / 10);
  const description = plain(line.description, 300);
  return {
    SlNo: String(line.line),
    PrdDesc: description.length < 3 ? null : description,
    IsServc: line.hsn.startsWith(SERVICES) ? 'Y' : 'N',
    HsnCd: line.hsn,
    Qty: units,
    Unit: unit,
    UnitPrice: priceThousandths / 1_000,
    TotAmt: toMajorUnits(totalMinor),
    Discount: toMajorUnits(totalMinor - line.taxable_minor),
    AssAmt: toMajorUnits(line.taxable_minor),
    GstRt: line.rate_bp / 100,
    IgstAmt: toMajorUnits(line.igst_minor),
    CgstAmt: toMajorUnits(line.cgst_minor),
    SgstAmt: toMajorUnits(line.sgst_minor),
    TotItemVal: toMajorUnits(line.gross_minor),
  };
}

type Counted = DocumentLine & { units: number };

/** Lists the invoices that a credit note refers to, each once; null for an invoice. */
function references(lines: readonly DocumentLine[]): object | null {
  const days = new Map(
    lines.flatMap(({ credits }) => (credits === null ? [] : [[credits.number, credits.issued_on]])),
  );
  if (days.size === 0) return null;
  return {
    PrecDocDtls: [...days].map(([number, issuedOn]) => ({ InvNo: number, InvDt: day(issuedOn) })),
  };
}

/** Writes a day as the portal writes it: 05/11/2026. */
function day(date: string): string {
  return date.split('-').reverse().join('/');
}

function name(text: string): string {
  return atLeastThree(plain(text, 100));
}

/** Pads a text to the three characters that the portal wants. */
function atLeastThree(text: string): string {
  return text + '.'.repeat(Math.max(3 - [...text].length, 0));
}

/** Replaces the characters that the portal refuses, and cuts a text if it has a limit. */
function plain(text: string, max?: number): string {
  const allowed = text
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return [...allowed].slice(0, max).join('').trim();
}

/** Leaves out the keys of an object, and of the objects in it, whose values are null. */
function withoutNulls(value: object): object {
  const kept = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(
    kept.map(([key, each]) => [key, isPlainObject(each) ? withoutNulls(each) : listed(each)]),
  );
}

function listed(value: unknown): unknown {
  return Array.isArray(value) ? value.map((each) => withoutNulls(each as object)) : value;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
