import type { JsonWriter } from '../../platform/http/representation/json-writer.js';
import { oncePerObject } from '../../platform/http/representation/representation.js';
import { toMajorUnits } from '../../platform/money.js';
import type { Inclusion } from './include.js';
import type { ProductData } from '../product-record.js';
import type { CatalogProduct, Offer } from '../priced-product.js';

// The JSON of products is made of texts that are serialized once for each product and shared by all plans; stock and
// price are written between them. The DTOs of catalog.dto.ts and changes.dto.ts describe what comes out.

/** Writes the JSON of a list item up to its stock, and from there to its price. Sales change neither. */
export function listTexts({
  id,
  sku,
  name,
  description,
  category,
  images,
}: Pick<ProductData, 'sku' | 'name' | 'description' | 'category' | 'images'> & { id: number }): {
  beforeStock: string;
  beforePrice: string;
} {
  const start = JSON.stringify({ id, sku, name, description, category, stock_qty: 0 });
  const middle = JSON.stringify({ images, pricing: { wholesale_price: 0 } });
  return {
    beforeStock: start.slice(0, -'0}'.length),
    beforePrice: `,${middle.slice(1, -'0}}'.length)}`,
  };
}

/** Writer of a product and its price on a plan as JSON, with more fields at the end: `,"name":value`. */
export type WriteItem = (
  writer: JsonWriter,
  product: CatalogProduct,
  priceMinor: number,
  more?: string,
) => void;

/** Makes a writer of list items in a currency (ISO 4217); `included` adds fields of the single form. */
export function listItemWriter(currency: string, included: readonly Inclusion[] = []): WriteItem {
  const afterPrice = `,"currency":${JSON.stringify(currency)}}`;
  const rests = REST_OF.filter(([inclusion]) => included.includes(inclusion));
  return (writer, product, priceMinor, more = '') => {
    const { bytes, start, cut, end } = product.facts.texts;
    writer.copy(bytes, start, cut);
    writer.integer(product.stockQty);
    writer.copy(bytes, cut, end);
    writer.hundredths(priceMinor);
    writer.ascii(afterPrice);
    for (const [, restOf] of rests) writer.text(restOf(product));
    writer.ascii(more);
    writer.ascii('}');
  };
}

/** Writes the answer for a single product. It always has all fields except the details. */
export function productAnswerJson(
  { product, priceMinor }: Offer,
  included: readonly Inclusion[] = [],
): string {
  const details = included.includes('details') ? detailsOf(product) : '';
  return `{"success":true,"data":{${answerStart(product)},"pricing":{"wholesale_price":${toMajorUnits(priceMinor)}}${details}}}`;
}

const variationsOf = oncePerObject(
  ({ facts: { variations }, variationStocks }: CatalogProduct): string =>
    moreFields({
      has_variations: variations.length > 0,
      variations: variations.map(({ name, values }) => ({ name, values })),
      variation_stocks: variationStocks,
    }),
);

function deliveryOf({ facts }: CatalogProduct): string {
  return `,"delivery_charge":${toMajorUnits(facts.deliveryChargeMinor)}`;
}

function detailsOf({ facts }: CatalogProduct): string {
  return facts.detailsText;
}

const answerStart = oncePerObject((product: CatalogProduct): string => {
  const { sku, name } = product.facts;
  const start = moreFields({ sku, name, stock_qty: product.stockQty }).slice(1);
  return `${start}${variationsOf(product)}${deliveryOf(product)}`;
});

/** In the order in which they are in the answer. */
const REST_OF: readonly (readonly [Inclusion, (product: CatalogProduct) => string])[] = [
  ['variations', variationsOf],
  ['delivery', deliveryOf],
  ['details', detailsOf],
];

/** Writes `,"name":value` for each field. */
function moreFields(fields: object): string {
  return `,${JSON.stringify(fields).slice(1, -1)}`;
}
