// Only tables: the web application reads this one too.
import { isGtin } from '../article-codes.js';
import { isUnitCode } from '../../platform/gst/unit-codes.js';

/** One detail of a product: a field that orders do not need. null means not known. */
interface DetailRow {
  /** Name of the field in the APIs, of the column in catalog files, and of the input in forms. */
  name: string;
  /** Name in code. */
  property: string;
  /** Column of `products`. */
  column: string;
  /** Name in the dashboard. */
  label: string;
  /**
   * How its values are stored:
   * - code: a text of digits
   * - weight: whole grams
   * - percent, money: hundredths
   * - codes, images: texts and https addresses by variation key
   */
  kind: 'text' | 'code' | 'weight' | 'percent' | 'money' | 'codes' | 'images';
  /** Characters of a `text` or `code`, or of each text by variation key. */
  maxLength?: number;
  /** A rule for a `text` or `code`, in addition to its length. */
  rule?: DetailRule;
  /** True if its letters are stored as capitals. */
  isInCapitals?: boolean;
  /** CHECK constraint of a number, or texts by variation key. */
  constraint?: string;
  /** True if stores receive it with `include=details`. */
  isForStores: boolean;
  /** True if price lists can be restricted to one value of it. */
  isFilter: boolean;
  /** True if the dashboard's list of products has a column for it. */
  isListed: boolean;
  /** Section of the product form. */
  section: 'product' | 'price' | 'delivery' | 'variations';
  /** Explanation below the input. */
  hint?: string;
  /** Column names in suppliers' files that are mapped to it. */
  headers: readonly string[];
  /** Texts in the OpenAPI documents, for stores and operators who receive it, and for operators who send it. */
  docs: { stores?: DetailDocs; record?: DetailDocs; input?: DetailDocs };
}

/** The error code and the text of a rule, and the condition that a text must meet. */
export interface DetailRule {
  code: string;
  message: string;
  passes: (text: string) => boolean;
}

export interface DetailDocs {
  description?: string;
  example?: string | number | TextsByVariation;
}

/** Texts of the combinations that have one, by variation key. */
export type TextsByVariation = Readonly<Record<string, string>>;

/** Smallest and largest values of details that are numbers, in the unit of the APIs. */
export const DETAIL_RANGES = {
  weight: { min: 1, max: 1_000_000 },
  percent: { min: 0, max: 100 },
  money: { min: 0.01, max: 10_000_000 },
} as const;

/** Kinds that are stored in hundredths: basis points of a percentage, minor units of an amount. */
export const IN_HUNDREDTHS: Record<DetailKind, boolean> = {
  text: false,
  code: false,
  weight: false,
  percent: true,
  money: true,
  codes: false,
  images: false,
};

const CODES_DOCS = {
  description: "The wholesaler's own codes of combinations, by variation key",
  example: { 'Size:M|Colour:Indigo': 'APR-M-IND' },
};
const IMAGES_DOCS = {
  description: 'The https addresses of the pictures of combinations, by variation key',
  example: { 'Size:M|Colour:Indigo': 'https://images.example.com/apron-indigo.jpg' },
};

/**
 * All details of products, in the order of the APIs and of catalog files. A new detail takes a row here and a migration.
 * - columns, requests, answers, documents, import, export and dashboard are made from these rows
 */
export const PRODUCT_DETAILS = [
  {
    name: 'gtin',
    property: 'gtin',
    column: 'gtin',
    label: 'GTIN',
    kind: 'code',
    maxLength: 14,
    rule: {
      code: 'invalid_gtin',
      message: 'must be 8, 12, 13 or 14 digits of which the last is the check digit',
      passes: isGtin,
    },
    isForStores: true,
    isFilter: false,
    isListed: false,
    section: 'delivery',
    hint: 'EAN or UPC, with its check digit',
    headers: ['ean', 'barcode', 'bar code', 'upc', 'ean code', 'ean13', 'ean no'],
    docs: { input: { description: 'GTIN, EAN or UPC; null: none', example: '8901234567890' } },
  },
  {
    name: 'hsn',
    property: 'hsn',
    column: 'hsn',
    label: 'HSN',
    kind: 'code',
    maxLength: 8,
    rule: {
      code: 'invalid_hsn',
      message: 'must be 4, 6 or 8 digits',
      passes: (text) => /^(\d{4}|\d{6}|\d{8})$/.test(text),
    },
    isForStores: true,
    isFilter: false,
    isListed: false,
    section: 'delivery',
    hint: '4, 6 or 8 digits; invoices need it, and the GST rate',
    headers: ['hsn code', 'hsn sac', 'hsn sac code', 'hsn no', 'hsncode', 'gst hsn', 'hsn sac no'],
    docs: {
      stores: { description: 'HSN code' },
      input: { description: 'HSN code; null: none', example: '73239390' },
    },
  },
  {
    name: 'brand',
    property: 'brand',
    column: 'brand',
    label: 'Brand',
    kind: 'text',
    maxLength: 80,
    isForStores: true,
    isFilter: true,
    isListed: true,
    section: 'product',
    headers: ['make', 'manufacturer', 'company'],
    docs: {},
  },
  {
    name: 'weight_grams',
    property: 'weightGrams',
    column: 'weight_grams',
    label: 'Weight',
    kind: 'weight',
    constraint: 'products_weight_ck',
    isForStores: true,
    isFilter: false,
    isListed: false,
    section: 'delivery',
    hint: 'Of one packed unit, in grams',
    headers: [
      ...['net weight', 'gross weight', 'wt', 'weight kg', 'weight in kg'],
      ...['weight g', 'weight gm', 'weight gms', 'weight in grams', 'wt g'],
      ...['wt gm', 'wt gms', 'wt in gm', 'wt kg', 'unit weight', 'package weight'],
    ],
    docs: {
      stores: { description: 'Of one unit, packed' },
      record: { description: 'Of one unit, packed' },
      input: { description: 'Of one unit, packed; null: not known' },
    },
  },
  {
    name: 'gst_rate',
    property: 'gstRateBp',
    column: 'gst_rate_bp',
    label: 'GST rate',
    kind: 'percent',
    constraint: 'products_gst_rate_ck',
    isForStores: true,
    isFilter: false,
    isListed: false,
    section: 'delivery',
    hint: 'In percent',
    headers: [
      'gst',
      'gst %',
      'gst percent',
      'tax',
      'tax rate',
      'tax %',
      'igst',
      'igst %',
      'igst rate',
    ],
    docs: {
      stores: { description: 'Percent' },
      record: { description: 'Percent' },
      input: { description: 'Percent; null: not known', example: 18 },
    },
  },
  {
    name: 'gst_unit',
    property: 'gstUnit',
    column: 'gst_unit',
    label: 'GST unit',
    kind: 'text',
    maxLength: 3,
    isInCapitals: true,
    rule: {
      code: 'unknown_unit',
      message: 'must be a unit of the tax office, such as PCS, NOS, SET, PRS, DOZ, KGS or MTR',
      passes: (text) => isUnitCode(text.toUpperCase()),
    },
    isForStores: false,
    isFilter: false,
    isListed: false,
    section: 'delivery',
    hint: 'Of one unit on invoices, such as KGS, MTR or DOZ; empty: PCS',
    headers: ['uqc', 'gst uqc', 'unit quantity code'],
    docs: {
      record: { description: 'Unit quantity code of the tax office; null: PCS', example: 'DOZ' },
      input: {
        description: 'Unit quantity code of the tax office, for invoices and returns; null: PCS',
        example: 'DOZ',
      },
    },
  },
  {
    name: 'mrp',
    property: 'mrpMinor',
    column: 'mrp_minor',
    label: 'MRP',
    kind: 'money',
    constraint: 'products_mrp_ck',
    isForStores: true,
    isFilter: false,
    isListed: false,
    section: 'price',
    hint: 'Maximum retail price, taxes included',
    headers: ['m r p', 'max retail price', 'maximum retail price', 'retail price', 'mrp inr'],
    docs: {
      stores: { description: 'Maximum retail price of one unit, taxes included', example: 399 },
      record: { description: 'Maximum retail price of one unit, taxes included' },
      input: {
        description: 'Maximum retail price of one unit, taxes included; null: none',
        example: 399,
      },
    },
  },
  {
    name: 'shelf',
    property: 'shelf',
    column: 'shelf',
    label: 'Shelf',
    kind: 'text',
    maxLength: 40,
    isForStores: false,
    isFilter: false,
    isListed: false,
    section: 'delivery',
    hint: 'Where the warehouse finds it',
    headers: ['bin', 'location', 'rack', 'bin location'],
    docs: {
      record: { description: 'Place in the warehouse', example: 'A-04-2' },
      input: {
        description: 'Place in the warehouse. Pick lists are sorted by it; stores never see it',
        example: 'A-04-2',
      },
    },
  },
  {
    name: 'variation_codes',
    property: 'variationCodes',
    column: 'variation_codes',
    label: 'Code',
    kind: 'codes',
    maxLength: 64,
    constraint: 'products_variation_codes_ck',
    isForStores: true,
    isFilter: false,
    isListed: false,
    section: 'variations',
    headers: ['variation code', 'variant codes', 'variation skus', 'variant skus'],
    docs: {
      stores: {
        ...CODES_DOCS,
        description: `${CODES_DOCS.description}. Orders name the variation`,
      },
      record: CODES_DOCS,
      input: { ...CODES_DOCS, description: `${CODES_DOCS.description}; replaces all earlier ones` },
    },
  },
  {
    name: 'variation_images',
    property: 'variationImages',
    column: 'variation_images',
    label: 'Picture',
    kind: 'images',
    maxLength: 2_000,
    constraint: 'products_variation_images_ck',
    isForStores: true,
    isFilter: false,
    isListed: false,
    section: 'variations',
    headers: ['variation image', 'variation pictures', 'variant images', 'variant photos'],
    docs: {
      stores: IMAGES_DOCS,
      record: IMAGES_DOCS,
      input: {
        ...IMAGES_DOCS,
        description: `${IMAGES_DOCS.description}; replaces all earlier ones`,
      },
    },
  },
] as const satisfies readonly DetailRow[];

/**
 * The columns that the product search covers, with their names, in the order of the arguments of the SQL function
 * `product_search_terms`. Changing them takes a migration, because an index is built on that function.
 */
const SEARCHED = { sku: 'SKU', name: 'name', brand: 'brand', category: 'category', gtin: 'GTIN' };
export const SEARCHED_COLUMNS = Object.keys(SEARCHED);
export const SEARCHED_FIELDS = Object.values(SEARCHED);

type Detail = (typeof PRODUCT_DETAILS)[number];
type StoreDetail = Extract<Detail, { isForStores: true }>;
type FilterDetail = Extract<Detail, { isFilter: true }>;
type ValueOf<Row extends Detail> = Row['kind'] extends 'text' | 'code'
  ? string
  : Row['kind'] extends KindByVariation
    ? TextsByVariation
    : number;

export type DetailKind = Detail['kind'];

/** Kinds of details that are texts by variation key. */
export type KindByVariation = 'codes' | 'images';

export type StoredDetail = string | number | TextsByVariation | null;

/** Details that are texts by variation key. */
export const DETAILS_BY_VARIATION = PRODUCT_DETAILS.filter(
  (row) => row.kind === 'codes' || row.kind === 'images',
);

/** Details as they are stored; null: not known. */
export type ProductDetails = { [Row in Detail as Row['property']]: ValueOf<Row> | null };

/** Details in the form of the APIs. */
export type DetailFields = { [Row in Detail as Row['name']]: ValueOf<Row> | null };

/** Details that stores receive, as they are stored. */
export type StoreDetails = { [Row in StoreDetail as Row['property']]: ValueOf<Row> | null };

/** Details that stores receive, in the form of the Store API. */
export type StoreDetailFields = { [Row in StoreDetail as Row['name']]: ValueOf<Row> | null };

/** Values that a selection of products can be restricted to. */
export type DetailFilter = { [Row in FilterDetail as Row['name']]?: string };

export const STORE_DETAILS = PRODUCT_DETAILS.filter((row) => row.isForStores);
export const FILTER_DETAILS = PRODUCT_DETAILS.filter((row) => row.isFilter);
