import request from 'supertest';
import type {
  DiscountPreviewDto,
  PriceListDto,
  PriceListPreviewDto,
  PriceListPriceDto,
} from '../../../src/catalog/price-lists/price-lists.dto.js';
import type { CountReportDto } from '../../../src/stock/count-sheet/stock-count.dto.js';
import type { ListedLevelDto } from '../../../src/stock/overview/stock-overview.dto.js';
import { Admin } from './admin.js';
import { OPERATOR } from '../app.js';
import { Call, dataOfBody, withQuery, type Page, type Query, type Success } from '../call.js';

type Id = string | number;

/** An operator with the calls that are about many products at once. */
export class OfficeAdmin extends Admin {
  readonly priceLists = {
    list: (query?: Query): Call<Page<PriceListDto>> => this.list('price-lists', query),

    get: (id: Id): Call<PriceListPreviewDto> => this.call('get', `price-lists/${id}`),

    prices: (id: Id, query?: Query): Call<Page<PriceListPriceDto>> =>
      this.list(`price-lists/${id}/prices`, query),

    /** Makes a draft of a plan's prices changed by a percentage. */
    create: (plan: string, percent: unknown, rest: object = {}): Call<PriceListPreviewDto> =>
      this.create('price-lists', { plan, percent, ...rest }),

    /** Makes a draft of the lines of a file. */
    import: (plan: string, ...lines: string[]): Call<PriceListPreviewDto> =>
      this.upload(withQuery('price-lists/import', { plan }), lines, dataOfBody(201)),

    schedule: (id: Id, from?: string): Call<PriceListPreviewDto> =>
      this.call('post', `price-lists/${id}/schedule`, { effective_from: from }),

    withdraw: (id: Id): Call<PriceListPreviewDto> => this.call('delete', `price-lists/${id}`),

    previewDiscount: (plan: string, percent: unknown): Call<DiscountPreviewDto> =>
      this.call('get', `plans/${plan}/discount-preview?discount_percent=${String(percent)}`),
  };

  readonly counts = {
    /** Lists levels of all products. */
    overview: (query?: Query): Call<Page<ListedLevelDto>> => this.list('stock', query),

    /** Reads a count sheet as its lines. */
    sheet: (query?: Query): Promise<string[]> => this.file('stock/count-sheet', query),

    applySheet: (lines: readonly string[], query?: Query): Call<CountReportDto> =>
      this.upload(withQuery('stock/count', query), lines, dataOfBody()),
  };

  /** Reads the lines of a CSV file. */
  async file(path: string, query?: Query): Promise<string[]> {
    const { text } = await request(this.app.server)
      .get(withQuery(`/admin/${path}`, query))
      .set(OPERATOR)
      .expect(200);
    return text.trimEnd().split('\r\n');
  }

  /** Sends lines as a CSV file. */
  private upload<T>(path: string, lines: readonly string[], success: Success<T>): Call<T> {
    const upload = this.app
      .admin('post', path)
      .type('text/csv')
      .serialize((sent) => sent as string)
      .send(lines.join('\r\n'));
    return new Call(upload, success);
  }
}
