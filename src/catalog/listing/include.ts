import { SomeOf } from '../../platform/http/input/fields.js';
import { STORE_DETAILS } from '../details/product-details.js';

/** Groups of fields that stores can ask for in addition to the usual ones. */
const INCLUSIONS = ['variations', 'delivery', 'details'] as const;

export type Inclusion = (typeof INCLUSIONS)[number];

const DETAIL_NAMES = new Intl.ListFormat('en-GB').format(
  STORE_DETAILS.map(({ name }) => `\`${name}\``),
);

const DESCRIPTION =
  'Fields to add to each product: `variations` adds `has_variations`, `variations` and `variation_stocks`; ' +
  '`delivery` adds `delivery_charge`. With both, a copy of the list has everything that an order needs. ' +
  `\`details\` adds ${DETAIL_NAMES}`;

/** Declares the query parameter `include`. */
export const Include = (): PropertyDecorator =>
  SomeOf(INCLUSIONS, {
    optional: true,
    api: { description: DESCRIPTION, example: 'variations,delivery' },
  });

/** Groups of fields that stores can ask for in the change feed. */
export type FeedInclusion = Inclusion | 'changed';

/** Declares the query parameter `include` of the change feed. */
export const FeedInclude = (): PropertyDecorator =>
  SomeOf([...INCLUSIONS, 'changed'], {
    optional: true,
    api: {
      description: `${DESCRIPTION}; \`changed\` adds \`changed\`, which tells a sale from a change of the product`,
      example: 'variations,delivery,changed',
    },
  });
