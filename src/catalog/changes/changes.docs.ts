import { applyDecorators } from '@nestjs/common';
import { ApiAccessErrors, ApiSuccess, invalid } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PRODUCT_LIST_EXAMPLES } from '../catalog.docs.js';
import { CHANGES_POLL_SECONDS } from '../listing/poll-seconds.js';
import { ChangesDto } from './changes.dto.js';

const CHANGES = {
  success: true,
  reset: false,
  data: PRODUCT_LIST_EXAMPLES['first-of-the-list'].value.data,
  removed: ['KT-APR-85'],
  next_cursor: 'M2Y5YjFjNzc0ZTBkLjEuMTA0NTE',
  has_more: false,
};
const EVERYTHING = { reset: true, next_cursor: 'M2Y5YjFjNzc0ZTBkLjEuMC4xMDQ0OC4x', has_more: true };
const SOLD = CHANGES.data.map((product) => ({ ...product, stock_qty: 1198, changed: 'stock' }));

/** Documented answers; the products are the demo's. */
const EXAMPLES = {
  everything: {
    summary: 'Without since, limit=1: the first page of everything',
    value: { ...CHANGES, ...EVERYTHING, removed: [] },
  },
  changes: { summary: 'One product changed, another one is no longer sold', value: CHANGES },
  sale: {
    summary: 'With include=changed: nothing changed but the stock of a product',
    value: { ...CHANGES, data: SOLD, removed: [] },
  },
  unchanged: { summary: 'Nothing changed', value: { ...CHANGES, data: [], removed: [] } },
};

export const ListChanges = applyDecorators(
  Operation(
    'List product changes since a cursor',
    'Keeps a copy of your product list up to date: prices, stock, texts. Delete the products in `removed` from ' +
      'your copy, then insert or replace those in `data` by `sku`, and keep `next_cursor` for the next call. No ' +
      'change is ever missed; a product may be returned more than once. Send the same `include` with every call. ' +
      'With `include=changed`, a row with `changed: "stock"` leaves all but the stock of your copy as it is.',
  ),
  ApiSuccess(200, ChangesDto, EXAMPLES, { pollSeconds: CHANGES_POLL_SECONDS }),
  ApiAccessErrors(invalid({ since: ['invalid_cursor', 'must be the next_cursor of an answer'] })),
);
