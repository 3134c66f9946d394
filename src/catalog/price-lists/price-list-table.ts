import { columns, money, text } from '../../platform/http/response-dto/response-dto.js';
import type { ListedPrice } from './price-lists.repository.js';

/** The columns of a file of prices, which can be sent as another list. */
export const PRICE_LIST_COLUMNS = columns<ListedPrice>()({
  sku: text(),
  name: text(),
  price_before: [money().orNull(), 'beforeMinor'],
  price: money(),
});
