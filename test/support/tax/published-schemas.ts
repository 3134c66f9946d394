// The published schemas of GSTR-1 and INV-01 1.1, of the parts that this product fills.

type Schema = Record<string, unknown>;

/** Describes an object with exactly these fields. Those with a question mark may be missing. */
function object(fields: Record<string, Schema>): Schema {
  const named = Object.entries(fields).map(([name, schema]) => [name.replace('?', ''), schema]);
  const required = Object.keys(fields).filter((name) => !name.endsWith('?'));
  const properties = Object.fromEntries(named) as Schema;
  return { type: 'object', additionalProperties: false, required, properties };
}

const list = (items: Schema, maxItems?: number): Schema => ({
  type: 'array',
  minItems: 1,
  items,
  ...(maxItems && { maxItems }),
});
const matching = (pattern: string): Schema => ({ type: 'string', pattern });
const text = (minLength: number, maxLength: number, pattern = '^[^"\\\\]*$'): Schema => ({
  type: 'string',
  minLength,
  maxLength,
  pattern,
});
const whole = (minimum: number, maximum?: number): Schema => ({
  type: 'integer',
  minimum,
  ...(maximum && { maximum }),
});
const oneOf = (...values: unknown[]): Schema => ({ enum: values });
const only = (value: unknown): Schema => ({ const: value });

const HSN = matching('^(?!0+$)([0-9]{4}|[0-9]{6}|[0-9]{8})$');
const NET = { type: 'number', multipleOf: 0.01 };
const AMOUNT = { ...NET, minimum: 0 };

/** Builds the schema of GSTR-1 for the portal. */
function gstr1(): Schema {
  const gstin = matching('^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$');
  const number = matching('^[A-Z1-9][A-Z0-9/-]{0,15}$');
  const day = matching('^(0[1-9]|[12][0-9]|3[01])-(0[1-9]|1[0-2])-20[0-9]{2}$');
  const state = matching('^([0-2][0-9]|3[0-8]|97)$');
  const rt = oneOf(0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40);
  const type = oneOf('R', 'SEWP', 'SEWOP', 'DE', 'CBW');
  const csamt = only(0);
  const taxes = { iamt: NET, camt: NET, samt: NET, csamt };
  const detail = {
    ...object({ rt, txval: AMOUNT, 'iamt?': AMOUNT, 'camt?': AMOUNT, 'samt?': AMOUNT, csamt }),
    oneOf: [{ required: ['iamt'] }, { required: ['camt', 'samt'] }],
  };
  const itms = list(object({ num: whole(1), itm_det: detail }));
  const betweenStates = { items: { properties: { itm_det: { required: ['iamt'] } } } };
  const interState = { allOf: [itms, betweenStates] };
  const invoice = { inum: number, idt: day, val: AMOUNT };
  const note = { ntty: oneOf('C', 'D'), nt_num: number, nt_dt: day, val: AMOUNT, pos: state };
  const business = { pos: state, rchrg: only('N'), inv_typ: type, itms };
  const small = {
    ...object({
      sply_ty: oneOf('INTRA', 'INTER'),
      typ: only('OE'),
      pos: state,
      rt,
      txval: NET,
      'iamt?': NET,
      'camt?': NET,
      'samt?': NET,
      csamt,
    }),
    oneOf: [
      { properties: { sply_ty: only('INTER') }, required: ['iamt'] },
      { properties: { sply_ty: only('INTRA') }, required: ['camt', 'samt'] },
    ],
  };
  const nil = oneOf('INTRB2B', 'INTRB2C', 'INTRAB2B', 'INTRAB2C');
  const goods = { uqc: matching('^[A-Z]{3}$'), qty: NET, rt, txval: NET, ...taxes };
  const desc = { type: 'string', minLength: 1, maxLength: 30 };
  const hsn = list(object({ num: whole(1), hsn_sc: HSN, desc, ...goods }));
  const issued = { totnum: whole(1), cancel: whole(0), net_issue: whole(0) };
  const docs = list(object({ num: whole(1), from: number, to: number, ...issued }));
  return object({
    gstin,
    fp: matching('^(0[1-9]|1[0-2])20[0-9]{2}$'),
    version: matching('^GST3\\.[0-9]+\\.[0-9]+$'),
    hash: only('hash'),
    'b2b?': list(object({ ctin: gstin, inv: list(object({ ...invoice, ...business })) })),
    'b2cl?': list(object({ pos: state, inv: list(object({ ...invoice, itms: interState })) })),
    'b2cs?': list(small),
    'cdnr?': list(object({ ctin: gstin, nt: list(object({ ...note, ...business })) })),
    'cdnur?': list(object({ typ: only('B2CL'), ...note, itms: interState })),
    'nil?': object({
      inv: list(object({ sply_ty: nil, nil_amt: NET, expt_amt: csamt, ngsup_amt: csamt }), 4),
    }),
    'hsn?': { ...object({ 'hsn_b2b?': hsn, 'hsn_b2c?': hsn }), minProperties: 1 },
    'doc_issue?': object({ doc_det: list(object({ doc_num: oneOf(1, 5), docs })) }),
  });
}

/** Builds the schema of INV-01 1.1. */
function inv01(): Schema {
  const gstin = matching('^[0-9]{2}[0-9A-Z]{13}$');
  const state = matching('^(?!0+$)[0-9]{1,2}$');
  const number = text(1, 16, '^([a-zA-Z1-9]{1}[a-zA-Z0-9/-]{0,15})$');
  const day = matching('^[0-3][0-9]/[0-1][0-9]/20[0-9]{2}$');
  const anyone = { anyOf: [gstin, only('URP')] };
  const names = { LglNm: text(3, 100), 'TrdNm?': text(3, 100) };
  const party = { ...names, Addr1: text(1, 100), 'Addr2?': text(3, 100), Stcd: state };
  const pin = whole(100_000, 999_999);
  const thousandths = { ...AMOUNT, multipleOf: 0.001 };
  return object({
    Version: only('1.1'),
    TranDtls: object({
      TaxSch: only('GST'),
      SupTyp: oneOf('B2B', 'SEZWP', 'SEZWOP', 'EXPWP', 'EXPWOP', 'DEXP'),
      'RegRev?': oneOf('Y', 'N'),
    }),
    DocDtls: object({ Typ: oneOf('INV', 'CRN', 'DBN'), No: number, Dt: day }),
    SellerDtls: object({ ...party, Pin: pin, Gstin: gstin, Loc: text(3, 50) }),
    BuyerDtls: object({ ...party, 'Pin?': pin, Gstin: gstin, Loc: text(3, 100), Pos: state }),
    'ShipDtls?': object({ ...party, Pin: pin, Gstin: anyone, Loc: text(3, 100) }),
    ItemList: list(
      object({
        SlNo: matching('^[0-9]{1,6}$'),
        'PrdDesc?': text(3, 300),
        IsServc: oneOf('Y', 'N'),
        HsnCd: HSN,
        'Qty?': thousandths,
        'Unit?': text(3, 8),
        UnitPrice: thousandths,
        TotAmt: AMOUNT,
        'Discount?': AMOUNT,
        AssAmt: AMOUNT,
        GstRt: { type: 'number', minimum: 0, maximum: 99.999 },
        'IgstAmt?': AMOUNT,
        'CgstAmt?': AMOUNT,
        'SgstAmt?': AMOUNT,
        TotItemVal: AMOUNT,
      }),
      1_000,
    ),
    ValDtls: object({
      AssVal: AMOUNT,
      'CgstVal?': AMOUNT,
      'SgstVal?': AMOUNT,
      'IgstVal?': AMOUNT,
      TotInvVal: AMOUNT,
    }),
    'RefDtls?': object({ PrecDocDtls: list(object({ InvNo: number, InvDt: day })) }),
  });
}

export const GSTR1 = gstr1();
export const INV01 = inv01();
