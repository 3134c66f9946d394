import { applyDecorators } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { STOCK_POLL_SECONDS } from '../catalog/listing/poll-seconds.js';
import { ApiAccessErrors, ApiSuccess, invalid } from '../platform/http/openapi/api-docs.js';
import { Operation } from '../platform/http/openapi/operation.js';
import { LIMIT_MAX } from '../platform/http/paging/page.js';
import { StockListDto, StockRecordDto } from './stock.dto.js';

const WITHOUT_VARIATIONS = {
  sku: 'TW-GLS-06',
  stock_qty: 1200,
  in_stock: true,
  has_variations: false,
  variation_stocks: {},
};
const WITH_VARIATIONS = {
  sku: 'BB-TWL-75',
  stock_qty: 771,
  in_stock: true,
  has_variations: true,
  variation_stocks: {
    'Colour:White': 320,
    'Colour:Sage': 145,
    'Colour:Indigo': 210,
    'Colour:Terracotta': 96,
  },
};

/** Documented responses to the demo's first client: the stock of one product. */
const STOCK_EXAMPLES = {
  'without-variations': {
    summary: 'TW-GLS-06, without variations',
    value: { success: true, ...WITHOUT_VARIATIONS },
  },
  'with-variations': {
    summary: 'BB-TWL-75, in four colors',
    value: { success: true, ...WITH_VARIATIONS },
  },
};

/** Documented responses to the demo's first client: lists. */
const STOCK_LIST_EXAMPLES = {
  'of-some-skus': {
    summary: 'skus=TW-GLS-06,BB-TWL-75,TW-GLS-99',
    value: {
      success: true,
      data: [WITHOUT_VARIATIONS, WITH_VARIATIONS],
      unknown: ['TW-GLS-99'],
      next_cursor: null,
    },
  },
  'of-all-products': {
    summary: 'limit=1',
    value: { success: true, data: [WITHOUT_VARIATIONS], unknown: [], next_cursor: 'MQ' },
  },
};

export const GetProductStock = applyDecorators(
  Operation(
    'Show the available stock of one product',
    'In all, and for every combination of its variations. Unpaid orders have reserved their units already.',
  ),
  ApiParam({ name: 'sku', example: 'TW-GLS-06' }),
  ApiSuccess(200, StockRecordDto, STOCK_EXAMPLES, { pollSeconds: STOCK_POLL_SECONDS }),
  ApiAccessErrors('product_not_found'),
);

export const ListStock = applyDecorators(
  Operation(
    'List the available stock of many products',
    `For some SKUs, or for all products in pages of at most ${LIMIT_MAX}.`,
  ),
  ApiSuccess(200, StockListDto, STOCK_LIST_EXAMPLES, { pollSeconds: STOCK_POLL_SECONDS }),
  ApiAccessErrors(
    invalid({
      skus: ['out_of_range', `must name 1 to ${LIMIT_MAX} SKUs, with commas between them`],
    }),
  ),
);
