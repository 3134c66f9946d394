import { SomeOf } from '../../platform/http/input/fields.js';

/** What a list of products can contain in addition to its usual fields. */
const INCLUSIONS = ['variations', 'delivery', 'details'] as const;

export type Inclusion = (typeof INCLUSIONS)[number];

const DESCRIPTION =
  'Fields to add to each product: `variations` adds `has_variations`, `variations` and `variation_stocks`; ' +
  '`delivery` adds `delivery_charge`. With both, a copy of the list has everything that an order needs. ' +
  '`details` adds `gtin`, `hsn`, `brand`, `weight_grams` and `gst_rate`';

/** Returns the query parameter `include`. */
export const Include = (): PropertyDecorator =>
  SomeOf(INCLUSIONS, {
    optional: true,
    api: { description: DESCRIPTION, example: 'variations,delivery' },
  });

/** What the change feed can contain in addition to a product's usual fields. */
export type FeedInclusion = Inclusion | 'changed';

/** Returns the query parameter `include` of the change feed. */
export const FeedInclude = (): PropertyDecorator =>
  SomeOf([...INCLUSIONS, 'changed'], {
    optional: true,
    api: {
      description: `${DESCRIPTION}; \`changed\` adds \`changed\`, which tells a sale from a change of the product`,
      example: 'variations,delivery,changed',
    },
  });
