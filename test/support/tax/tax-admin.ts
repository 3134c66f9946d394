import type {
  DocumentDto,
  DocumentSeriesDto,
  WholeDocumentDto,
} from '../../../src/tax/documents/documents.dto.js';
import type { UninvoicedShipmentDto } from '../../../src/tax/issuing/uninvoiced.controller.js';
import type { CurrentTaxProfileDto } from '../../../src/tax/profile/tax-profile.dto.js';
import { dateInShop } from '../../../src/platform/time-zone.js';
import type { Call, Page, Query } from '../call.js';
import { AdminCalls } from '../admin-calls.js';
import { app, startShopSuite } from '../money/suite.js';
import type { OrderRecordDto } from '../../../src/fulfillment/orders/order-record.js';

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
export class TaxAdmin extends AdminCalls {
  getProfile(): Call<CurrentTaxProfileDto> {
    return this.call('get', 'tax-profile');
  }

  putProfile(change: object = {}): Call<CurrentTaxProfileDto> {
    return this.call('put', 'tax-profile', { ...TAX_PROFILE, ...change });
  }

  documents(query?: Query): Call<Page<DocumentDto>> {
    return this.list('documents', query);
  }

  document(id: number): Call<WholeDocumentDto> {
    return this.call('get', `documents/${id}`);
  }

  /** Lists the documents of an order, the oldest first, with what they say. */
  async ofOrder(order: string): Promise<WholeDocumentDto[]> {
    const { data } = await this.documents({ order_number: order });
    const found: WholeDocumentDto[] = [];
    for (const { id } of data.toReversed()) found.push(await this.document(id));
    return found;
  }

  series(): Call<DocumentSeriesDto[]> {
    return this.call('get', 'document-series');
  }

  catchUp(series: string, financialYear: string, lastNumber: number): Call<DocumentSeriesDto[]> {
    const body = { series, financial_year: financialYear, last_number: lastNumber };
    return this.call('post', 'document-series/catch-up', body);
  }

  uninvoiced(): Call<Page<UninvoicedShipmentDto>> {
    return this.list('uninvoiced-shipments');
  }

  invoice(order: string, shipmentId: number): Call<OrderRecordDto> {
    return this.call('post', `orders/${order}/shipments/${shipmentId}/invoice`);
  }

  changeClient(id: number, change: object): Call<object> {
    return this.call('patch', `clients/${id}`, change);
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
