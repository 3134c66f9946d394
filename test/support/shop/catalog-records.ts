import fc from 'fast-check';
import {
  DETAIL_RANGES,
  PRODUCT_DETAILS,
  type KindByVariation,
  type ProductDetails,
  type StoredDetail,
  type TextsByVariation,
} from '../../../src/catalog/details/product-details.js';
import type { ProductRecord } from '../../../src/catalog/product-record.js';
import {
  foldVariationText,
  variationKeys,
} from '../../../src/catalog/variations/variation-keys.js';
import type { Variation } from '../../../src/catalog/variations/variations.js';
import { showsNothing } from '../../../src/platform/plain-text.js';
import { isPlain } from '../../../src/platform/http/input/fields.js';

/** Makes a text for the Admin API from characters that are special in CSV and spreadsheets. */
function text(max: number, min = 1): fc.Arbitrary<string> {
  const awkward = fc.constantFrom(...`'=+-@",; é漢😀\uFEFFa`);
  return fc
    .array(fc.oneof(awkward, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })), {
      maxLength: 12,
    })
    .map((parts) => parts.join('').trim())
    .filter((made) => made === '' || !showsNothing(made))
    .filter((made) => [...made].length >= min && [...made].length <= max && !/\p{Cc}/u.test(made));
}

/** Makes a name that passes the rule on plain texts. */
const plainName = (max: number) => text(max).filter((made) => isPlain.passes(made, {}));

function variations(): fc.Arbitrary<Variation[]> {
  const part = plainName(20)
    .map((made) => made.replaceAll(/[:|]/g, '').trim())
    .filter((made) => !showsNothing(made));
  const distinct = { selector: foldVariationText };
  return fc
    .uniqueArray(part, { ...distinct, maxLength: 2 })
    .chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          fc
            .uniqueArray(part, { ...distinct, minLength: 1, maxLength: 3 })
            .map((values) => ({ name, values })),
        ),
      ),
    );
}

/** Details with a fixed form, by name. */
const SAMPLES = {
  gtin: ['8901234567890', '04006381333931', '96385074'],
  hsn: ['7323', '732393', '73239390'],
  gst_unit: ['PCS', 'MTR', 'DOZ'],
};

/** Makes texts of some combinations, by variation key. */
function texts(
  keys: readonly string[],
  kind: KindByVariation,
): fc.Arbitrary<TextsByVariation | null> {
  const each = keys.map((key, index) =>
    fc
      .option(
        kind === 'images'
          ? fc.constantFrom(
              'https://a.example/1.jpg?of==1',
              `https://a.example/=https://${index}.jpg`,
            )
          : text(20).map((made) => `${made.replaceAll('=', '').trim()}${index}`),
      )
      .map((made): [string, string | null] => [key, made]),
  );
  return fc.tuple(...each).map((pairs) => {
    const given = pairs.filter((pair): pair is [string, string] => pair[1] !== null);
    return given.length === 0 ? null : Object.fromEntries(given);
  });
}

type DetailArbitraries = {
  [Property in keyof ProductDetails]: fc.Arbitrary<ProductDetails[Property]>;
};

function anyDetails(keys: readonly string[]): DetailArbitraries {
  const details = PRODUCT_DETAILS.map((row): [string, fc.Arbitrary<StoredDetail>] => {
    if (row.section === 'variations') return [row.property, texts(keys, row.kind)];
    if (row.kind === 'weight') return [row.property, fc.option(fc.integer(DETAIL_RANGES.weight))];
    if (row.kind === 'percent')
      return [row.property, fc.option(fc.integer({ min: 0, max: 10_000 }))];
    if (row.kind === 'money')
      return [row.property, fc.option(fc.integer({ min: 1, max: 1_000_000_000 }))];
    return [
      row.property,
      'rule' in row ? fc.constantFrom(null, ...SAMPLES[row.name]) : fc.option(text(row.maxLength)),
    ];
  });
  return Object.fromEntries(details) as DetailArbitraries;
}

/** Makes any product, as an export of the catalog contains it. */
export function anyRecord(): fc.Arbitrary<ProductRecord> {
  const price = fc.integer({ min: 1, max: 1_000_000_000 });
  return variations().chain((offered) =>
    fc.record({
      id: fc.constant(undefined as unknown as number),
      createdAt: fc.constant(undefined as unknown as Date),
      updatedAt: fc.constant(undefined as unknown as Date),
      // No path could name these two.
      sku: text(64).filter((sku) => sku !== '.' && sku !== '..'),
      name: plainName(120),
      description: fc
        .array(text(50, 0), { maxLength: 3 })
        .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end).trim())),
      category: text(80, 0),
      images: fc.array(
        fc.webUrl({ validSchemes: ['https'] }).filter((url) => !/[^\x21-\x7e]|@/.test(url)),
        { maxLength: 2 },
      ),
      variations: fc.constant(offered),
      basePriceMinor: fc.option(price),
      deliveryChargeMinor: fc.integer({ min: 0, max: 1_000_000_000 }),
      active: fc.boolean(),
      ...anyDetails(variationKeys(offered)),
      levels: fc.tuple(
        ...(offered.length === 0 ? [''] : variationKeys(offered)).map((variationKey) =>
          fc.record({
            variationKey: fc.constant(variationKey),
            onHand: fc.integer({ min: 0, max: 100_000_000 }),
            reserved: fc.constant(0),
          }),
        ),
      ),
      planPricesMinor: fc.record({ silver: price, gold: price }, { requiredKeys: [] }),
      upcomingPrices: fc.constant(undefined as unknown as []),
      unprintable: fc.constant(undefined as unknown as null),
    }),
  );
}

export const size = { name: 'Size', values: ['S', 'M', 'L'] };

export const color = { name: 'Colour', values: ['Red', 'Navy Blue'] };

export const shirt = [size, color];

export const shirtKeys = [
  'Size:S|Colour:Red',
  'Size:S|Colour:Navy Blue',
  'Size:M|Colour:Red',
  'Size:M|Colour:Navy Blue',
  'Size:L|Colour:Red',
  'Size:L|Colour:Navy Blue',
];

/** A trade word without separators. No two of a product differ only by case. */
const word = fc.stringMatching(/^[A-Za-z0-9À-ÖØ-öø-ÿ][A-Za-z0-9À-ÖØ-öø-ÿ .'+-]{0,10}[A-Za-z0-9]$/);

/** Products with different values, so that a value identifies its variation. */
export const unambiguous = fc
  .uniqueArray(word, {
    selector: (text) => text.toUpperCase().toLowerCase(),
    minLength: 12,
    maxLength: 16,
  })
  .chain((words) =>
    fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }).map((counts) => {
      const values = [...words];
      return counts.map((count, index) => ({
        name: `Name ${index}`,
        values: values.splice(0, count),
      }));
    }),
  );
