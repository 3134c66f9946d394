import { CatalogService } from '../../../src/catalog/catalog.service.js';
import { inTransaction } from '../../../src/platform/database/transaction.js';
import type { WholeDocumentDto } from '../../../src/tax/documents/documents.dto.js';
import { dateInShop } from '../../../src/platform/time-zone.js';
import type { Call } from '../call.js';
import { app, startShopSuite } from '../money/suite.js';
import { Admin, type AdminAnswer } from '../shop/admin.js';

/** A wholesaler in Maharashtra. */
export const TAX_PROFILE = {
  effective_from: dateInShop(new Date()),
  legal_name: 'Asha Wholesale Private Limited',
  gstin: '27AAPFU0939F1ZV',
  address: { line1: '14, Dock Road', place: 'Mumbai', state: '27', pincode: '400001' },
};

/** A company in Karnataka. */
export const KARNATAKA = {
  gstin: '29AAPFU0939F1ZR',
  billing: { line1: '7, Lake View Road', place: 'Bengaluru', state: '29', pincode: '560001' },
};

/** A company in Maharashtra without a GSTIN. */
export const MAHARASHTRA = {
  billing: { line1: '3, Hill Road', place: 'Pune', state: '27', pincode: '411001' },
};

/** An operator's calls about tax documents. */
export class TaxAdmin extends Admin {
  readonly getProfile = this.of('getTaxProfile');
  readonly putProfile = this.of('putTaxProfile', TAX_PROFILE);
  readonly documents = this.of('listDocuments');
  readonly document = this.partOf('getDocument', ({ data }) => data as WholeDocumentDto);
  readonly series = this.of('listDocumentSeries');
  readonly uninvoiced = this.of('listUninvoicedShipments');
  readonly invoice = this.of('invoiceShipment');
  readonly changeClient = this.of('updateClient');

  /** Lists the documents of an order with their content, the oldest first. */
  async ofOrder(order: string): Promise<WholeDocumentDto[]> {
    const { data } = await this.documents({ order_number: order });
    const found: WholeDocumentDto[] = [];
    for (const { id } of data.toReversed()) found.push(await this.document(id));
    return found;
  }

  /** Issues copies of a document with changed content, for example of no order or shipment. */
  async copy(number: string, count: number, change: object): Promise<void> {
    await this.app
      .sql`SELECT add_tax_document(d.series, s.last_number + n, d.issued_on, d.content::jsonb || ${change}::jsonb
        || jsonb_build_object('order_number', 'NONE', 'shipment_id', -s.last_number - n))
      FROM tax_documents d JOIN document_series s USING (series, financial_year), generate_series(1, ${count}::integer) n
      WHERE d.document_number = ${number}`;
  }

  catchUp(series: string, year: string, lastNumber: number): Call<AdminAnswer<'catchUpSeries'>> {
    return this.call('catchUpSeries', { series, financial_year: year, last_number: lastNumber });
  }
}

/** An operator of the running suite. */
export let tax: TaxAdmin;

/** Starts the service for a suite about tax documents, and gives each test a store of its own. */
export function startTaxSuite(): void {
  startShopSuite();
  beforeAll(() => {
    tax = new TaxAdmin(app);
  });
}

/** Gives a product a tax rate as an earlier release did: without a check. */
export async function setStoredRate(sku: string, gstRateBp: number): Promise<void> {
  const catalog = app.service(CatalogService);
  await inTransaction(app.dataSource, async (manager) =>
    catalog.changeProduct(manager, await catalog.lockProduct(manager, sku), { gstRateBp }),
  );
}
