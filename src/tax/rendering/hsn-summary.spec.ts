import { givenInvoice } from '../../../test/support/tax/document-contents.js';
import { hsnSummary } from './hsn-summary.js';

describe('the summary by HSN code', () => {
  it('adds up lines of one code and rate, sorted by code', () => {
    expect(hsnSummary(givenInvoice().lines.toReversed())).toEqual([
      {
        hsn: '6109',
        unit: 'PCS',
        rate_bp: 500,
        units: 6,
        total_minor: 154_810,
        taxable_minor: 147_438,
        cgst_minor: 0,
        sgst_minor: 0,
        igst_minor: 7_372,
      },
      {
        hsn: '8509',
        unit: 'PCS',
        rate_bp: 1800,
        units: 8,
        total_minor: 148_121,
        taxable_minor: 125_526,
        cgst_minor: 0,
        sgst_minor: 0,
        igst_minor: 22_595,
      },
    ]);
  });

  it('keeps rates and units of one code apart', () => {
    const [line] = givenInvoice().lines;
    const lines = [line!, { ...line!, rate_bp: 1800 }, { ...line!, unit: 'KGS' }];
    expect(hsnSummary(lines).map(({ unit, rate_bp }) => [unit, rate_bp])).toEqual([
      ['KGS', 500],
      ['PCS', 500],
      ['PCS', 1800],
    ]);
  });

  it('has no units in a credit note', () => {
    const lines = givenInvoice().lines.map((line) => ({ ...line, units: null }));
    expect(hsnSummary(lines).map(({ units }) => units)).toEqual([null, null]);
  });
});
