import {
  anything,
  responseDto,
  flag,
  integer,
  money,
  number,
  parts,
  text,
  texts,
  time,
  type Field,
} from '../../platform/http/response-dto/response-dto.js';
import type { ChangedProduct } from './product-administration.service.js';
import { keyWarnings, saleWarnings } from './variation-warnings.js';
import { toMajorUnits } from '../../platform/money.js';
import { shownPictures } from '../../catalog/photos/photo-address.js';
import type { ProductRecord, UpcomingPrice } from '../../catalog/product-record.js';
import { toDetailField } from '../../catalog/details/detail-values.js';
import {
  PRODUCT_DETAILS,
  type DetailFields,
  type StoredDetail,
} from '../../catalog/details/product-details.js';
import { sellableStock, type Variation } from '../../catalog/variations/variations.js';

export const UNPRINTABLE = texts(
  'Characters of its texts that documents show as �, because no font has them; absent: each has one',
).optional();

export class OfferedVariationDto extends responseDto<Variation>()({
  name: text(),
  values: texts(),
}) {}

class ScheduledPriceDto extends responseDto<UpcomingPrice>()({
  plan: text('Code of the plan'),
  wholesale_price: [money().guarded(), 'priceMinor'],
  effective_from: time(),
}) {}

/** Fields of details by kind. */
const OF_KIND = {
  text: text(),
  code: text(),
  weight: integer(),
  percent: number(),
  money: number().guarded(),
  codes: anything({ additionalProperties: { type: 'string' } }),
  images: anything({ additionalProperties: { type: 'string', format: 'uri' } }),
};

const DETAILS = Object.fromEntries(
  PRODUCT_DETAILS.map(({ name, property, kind, docs }) => {
    const read = (product: ProductRecord): StoredDetail =>
      toDetailField(kind, product[property], product.variations);
    return [name, [OF_KIND[kind].orNull('record' in docs ? docs.record : {}), read]];
  }),
) as unknown as {
  [Name in keyof DetailFields]: readonly [
    Field<DetailFields[Name], DetailFields[Name]>,
    (product: ProductRecord) => DetailFields[Name],
  ];
};

export class ProductRecordDto extends responseDto<ProductRecord>()({
  id: integer(),
  sku: text(),
  name: text(),
  description: text(),
  category: text(),
  base_price: money().orNull().guarded(),
  delivery_charge: money().guarded(),
  plan_prices: [
    anything({
      additionalProperties: { type: 'number' },
      description: "The plans' own prices by plan code",
    }).guarded(),
    ({ planPricesMinor }) =>
      Object.fromEntries(
        Object.entries(planPricesMinor).map(([plan, minor]) => [plan, toMajorUnits(minor)]),
      ),
  ],
  scheduled_prices: [
    parts(
      ScheduledPriceDto,
      "The plans' own prices that begin later, the first to begin first",
    ).guarded(),
    'upcomingPrices',
  ],
  images: [texts(), ({ images }) => shownPictures(images)],
  variations: parts(OfferedVariationDto),
  ...DETAILS,
  active: [flag(), 'active'],
  stock_qty: [integer('What stores may sell now'), (product) => sellable(product).stockQty],
  variation_stocks: [
    anything({
      additionalProperties: { type: 'integer' },
      description: 'What stores may sell now by variation key',
    }),
    (product) => sellable(product).variationStocks,
  ],
  unprintable: [UNPRINTABLE, (product) => product.unprintable ?? undefined],
  created_at: time(),
  updated_at: time(),
}) {}

function sellable({ levels, variations }: ProductRecord): ReturnType<typeof sellableStock> {
  const available = new Map(
    levels.map(({ variationKey, onHand, reserved }) => [variationKey, onHand - reserved]),
  );
  return sellableStock(variations, (key) => available.get(key));
}

export class UpdatedProductDto extends responseDto<ChangedProduct & { isConfirmed: boolean }>()({
  ...ProductRecordDto.fields,
  stock_out_of_sale: [
    integer(
      'Units that stores could order, of combinations that are no longer offered. Left out: none',
    ).optional(),
    ({ stockOutOfSale }) => stockOutOfSale || undefined,
  ],
  warnings: [
    texts('What the change did beyond its fields. Left out: nothing').optional(),
    ({ stockOutOfSale, isConfirmed, hasOtherKeys }) => {
      const warnings = [...saleWarnings(stockOutOfSale, isConfirmed), ...keyWarnings(hasOtherKeys)];
      return warnings.length === 0 ? undefined : warnings;
    },
  ],
}) {}
