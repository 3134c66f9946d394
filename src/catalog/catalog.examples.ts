import type { ErrorExample } from '../platform/http/openapi/api-docs.js';

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

export const PRODUCT_EXAMPLES = {
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

export const INCLUDE_REFUSAL: ErrorExample = {
  code: 'validation_failed',
  fields: [
    {
      field: 'include',
      code: 'unknown_value',
      message: 'include must be one or several of variations, delivery, details',
    },
  ],
};

export const PRODUCT_LIST_REFUSAL: ErrorExample = {
  code: 'validation_failed',
  fields: [
    { field: 'in_stock', code: 'boolean_expected', message: 'in_stock must be true or false' },
    { field: 'limit', code: 'out_of_range', message: 'limit must be from 1 to 500' },
  ],
};
