import type { NewTaxProfile } from '../../tax/profile/tax-profiles.service.js';

/** The wholesaler of the demo. A shipment that lacks something goes without a document, so that nothing has to be set up first. */
export const DEMO_TAX_PROFILE: Omit<NewTaxProfile, 'effectiveFrom'> = {
  legalName: 'Deccan Homeware Wholesale Private Limited',
  tradeName: 'Deccan Homeware',
  gstin: '27AAPFU0939F1ZV',
  addressLine1: 'Unit 14, Bhiwandi Logistics Park',
  addressLine2: 'Nashik Highway',
  addressPlace: 'Bhiwandi',
  addressState: '27',
  addressPincode: '421302',
  seriesPrefix: 'WS',
  hsnDigits: 4,
  deliveryTax: 'per_line',
  placeOfSupply: 'billing',
  onMissing: 'ship',
  eInvoiceFrom: null,
  terms: 'Goods once sold are taken back as agreed only. Subject to Mumbai jurisdiction.',
  signatory: 'Kavita Deshmukh, Director',
};
