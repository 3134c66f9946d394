import { SomeOf } from '../platform/http/fields.js';

/** What a list of products can contain in addition to its usual fields. */
const INCLUSIONS = ['variations', 'delivery', 'details'] as const;

export type Inclusion = (typeof INCLUSIONS)[number];

/** The query parameter `include`. */
export const Include = (): PropertyDecorator =>
  SomeOf(INCLUSIONS, {
    optional: true,
    api: {
      description:
        'Fields to add to each product: `variations` adds `has_variations`, `variations` and `variation_stocks`; ' +
        '`delivery` adds `delivery_charge`. With both, a copy of the list has everything that an order needs. ' +
        '`details` adds `gtin`, `hsn`, `brand`, `weight_grams` and `gst_rate`',
      example: 'variations,delivery',
    },
  });
