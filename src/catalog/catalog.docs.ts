import { applyDecorators } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { ApiAccessErrors, ApiSuccess, invalid } from '../platform/http/openapi/api-docs.js';
import { Operation } from '../platform/http/openapi/operation.js';
import { ProductAnswerDto, ProductListDto } from './catalog.dto.js';
import { STOCK_POLL_SECONDS } from './listing/poll-seconds.js';

/** Documented answers of the catalog to the demo's first client. */
export const PRODUCT_LIST_EXAMPLES = {
  'first-of-the-list': {
    summary: 'The list, here its first product only',
    value: {
      status: true,
      total: 1,
      data: [
        {
          id: 1,
          sku: 'TW-GLS-06',
          name: 'Stainless Steel Tumbler 300 ml, Set of 6',
          description:
            'Single-wall stainless steel tumblers with a rolled rim and satin finish, 12 cm high, 7.5 cm across. Six tumblers per box, 12 boxes to a carton. Dishwasher safe.',
          category: 'Tableware',
          stock_qty: 1200,
          images: [
            'https://images.example.com/catalog/tw-gls-06.jpg',
            'https://images.example.com/catalog/tw-gls-06-box.jpg',
          ],
          pricing: { wholesale_price: 228, currency: 'INR' },
        },
      ],
    },
  },
};

const PRODUCT_EXAMPLES = {
  'without-variations': {
    summary: 'TW-GLS-06, without variations',
    value: {
      success: true,
      data: {
        sku: 'TW-GLS-06',
        name: 'Stainless Steel Tumbler 300 ml, Set of 6',
        stock_qty: 1200,
        has_variations: false,
        variations: [],
        variation_stocks: {},
        delivery_charge: 30,
        pricing: { wholesale_price: 228 },
      },
    },
  },
  'with-variations': {
    summary: 'KT-APR-85, in two sizes and three colors',
    value: {
      success: true,
      data: {
        sku: 'KT-APR-85',
        name: 'Handloom Cotton Bib Apron',
        stock_qty: 607,
        has_variations: true,
        variations: [
          { name: 'Size', values: ['M', 'L'] },
          { name: 'Colour', values: ['Indigo', 'Mustard', 'Charcoal'] },
        ],
        variation_stocks: {
          'Size:M|Colour:Indigo': 120,
          'Size:M|Colour:Mustard': 84,
          'Size:M|Colour:Charcoal': 150,
          'Size:L|Colour:Indigo': 95,
          'Size:L|Colour:Mustard': 48,
          'Size:L|Colour:Charcoal': 110,
        },
        delivery_charge: 15,
        pricing: { wholesale_price: 185.25 },
      },
    },
  },
};

export const ListProducts = applyDecorators(
  Operation(
    "All active products at your plan's wholesale prices",
    'Without parameters it returns all products at once. `limit` asks for pages: the header `Link` with `rel="next"` ' +
      'has the address of the next page, except on the last one. `total` counts the products of all pages. ' +
      '`include=variations,delivery` adds everything that an order of a product needs.',
  ),
  ApiSuccess(200, ProductListDto, PRODUCT_LIST_EXAMPLES, {
    pollSeconds: STOCK_POLL_SECONDS,
    hasPages: true,
  }),
  ApiAccessErrors(
    invalid({
      in_stock: ['boolean_expected', 'must be true or false'],
      limit: ['out_of_range', 'must be from 1 to 500'],
    }),
  ),
);

export const GetProduct = applyDecorators(
  Operation(
    'One product with its variations and delivery charge',
    'The same fields as in the list. 404: it is not on your price list, or not for sale.',
  ),
  ApiParam({ name: 'sku', example: 'TW-GLS-06' }),
  ApiSuccess(200, ProductAnswerDto, PRODUCT_EXAMPLES),
  ApiAccessErrors(
    'product_not_found',
    invalid({
      include: ['unknown_value', 'must be one or several of variations, delivery, details'],
    }),
  ),
);
