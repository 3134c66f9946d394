import type { ErrorExample } from '../../platform/http/openapi/api-docs.js';
import { PRODUCT_LIST_EXAMPLES } from '../catalog.examples.js';

const NEXT_CURSOR = 'M2Y5YjFjNzc0ZTBkLjEuMTA0NTE';

/** Documented answers; the products are the demo's. */
export const CHANGES_EXAMPLES = {
  everything: {
    summary: 'Without since, limit=1: the first page of everything',
    value: {
      success: true,
      reset: true,
      data: PRODUCT_LIST_EXAMPLES['first-of-the-list'].value.data,
      removed: [],
      next_cursor: 'M2Y5YjFjNzc0ZTBkLjEuMC4xMDQ0OC4x',
      has_more: true,
    },
  },
  changes: {
    summary: 'One product changed, another one is no longer sold',
    value: {
      success: true,
      reset: false,
      data: PRODUCT_LIST_EXAMPLES['first-of-the-list'].value.data,
      removed: ['KT-APR-85'],
      next_cursor: NEXT_CURSOR,
      has_more: false,
    },
  },
  sale: {
    summary: 'With include=changed: nothing changed but the stock of a product',
    value: {
      success: true,
      reset: false,
      data: PRODUCT_LIST_EXAMPLES['first-of-the-list'].value.data.map((product) => ({
        ...product,
        stock_qty: 1198,
        changed: 'stock',
      })),
      removed: [],
      next_cursor: NEXT_CURSOR,
      has_more: false,
    },
  },
  unchanged: {
    summary: 'Nothing changed',
    value: {
      success: true,
      reset: false,
      data: [],
      removed: [],
      next_cursor: NEXT_CURSOR,
      has_more: false,
    },
  },
};

export const CURSOR_REFUSAL: ErrorExample = {
  code: 'validation_failed',
  fields: [
    {
      field: 'since',
      code: 'invalid_cursor',
      message: 'since must be the next_cursor of an answer',
    },
  ],
};
