/** Documented stock records: what the demo's first client is answered. */
export const STOCK_EXAMPLES = {
  'without-variations': {
    summary: 'TW-GLS-06, without variations',
    value: {
      success: true,
      sku: 'TW-GLS-06',
      stock_qty: 1200,
      in_stock: true,
      has_variations: false,
      variation_stocks: {},
    },
  },
  'with-variations': {
    summary: 'BB-TWL-75, in four colours',
    value: {
      success: true,
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
    },
  },
};
