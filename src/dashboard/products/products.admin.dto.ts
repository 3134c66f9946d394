import { applyDecorators } from '@nestjs/common';
import { IntersectionType, PartialType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { isTestSku, TEST_SKU_PREFIX } from '../../catalog/catalog-scope.js';
import { decoratedClass } from '../../catalog/details/decorated-class.js';
import { givenDetails, NO_DETAILS } from '../../catalog/details/detail-values.js';
import {
  DETAIL_RANGES,
  PRODUCT_DETAILS,
  type DetailDocs,
  type DetailFields,
  type DetailRule,
} from '../../catalog/details/product-details.js';
import { isPhotoAddress, storedPictures } from '../../catalog/photos/photo-address.js';
import type { ProductData } from '../../catalog/product-record.js';
import { foldVariationText, variationKeys } from '../../catalog/variations/variation-keys.js';
import type { Variation } from '../../catalog/variations/variations.js';
import { LIMITS } from '../../platform/config/limits.js';
import { DtoList } from '../../platform/http/input/dto-list.js';
import { isPictureUrl } from '../../platform/http/input/https-url.js';
import {
  Amount,
  Field,
  Flag,
  isPlain,
  isText,
  Name,
  Text,
  textRule,
  WholeNumber,
  type Rule,
} from '../../platform/http/input/fields.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import { withoutUndefined } from '../../platform/without-undefined.js';
import { StockInputDto } from '../../stock/stock-input.js';

/** Description of valid pictures, for error messages. */
const PICTURE_FORM =
  'absolute https addresses without credentials; in production, of hosts with public names';

/** In major units. */
export const AMOUNT_MAX = toMajorUnits(LIMITS.amountMinor);

const isList: Rule = { code: 'list_expected', message: 'must be a list', passes: Array.isArray };

const noSeparators = textRule('invalid_characters', "must not hold ':' or '|'", (text) =>
  /^[^:|]*$/.test(text),
);

class VariationInputDto {
  @Name({ max: LIMITS.variationTextLength, rules: [noSeparators], api: { example: 'Size' } })
  name: string;

  @Transform(({ value }: { value: unknown }) => trimEach(value))
  @Field({
    api: { type: [String], minItems: 1, maxItems: LIMITS.variationValues, example: ['M', 'L'] },
    rules: [
      isList,
      {
        code: 'out_of_range',
        message: `must hold 1 to ${LIMITS.variationValues} values`,
        passes: (value) =>
          Array.isArray(value) && value.length > 0 && value.length <= LIMITS.variationValues,
      },
      {
        code: 'invalid_value',
        message: `must be texts of 1 to ${LIMITS.variationTextLength} characters without ':', '|', control characters and invisible ones that turn text or begin lines`,
        passes: (value) =>
          Array.isArray(value) &&
          value.every(
            (text) =>
              isText(text, LIMITS.variationTextLength) &&
              [noSeparators, isPlain].every((rule) => rule.passes(text, {})),
          ),
      },
      {
        code: 'not_distinct',
        message: 'must differ in more than case',
        passes: (value) => Array.isArray(value) && areDistinct(value),
      },
    ],
  })
  values: string[];
}

class ProductFieldsDto {
  @Text({
    max: LIMITS.skuLength,
    api: { example: 'TW-GLS-06' },
    rules: [
      textRule(
        'reserved_form',
        "must not be '.', '..', 'import' or 'export': no path could name it",
        (text) => !/^(\.|\.\.|import|export)$/i.test(text),
      ),
      textRule(
        'reserved_form',
        `must not begin with ${TEST_SKU_PREFIX}: such SKUs are those of test products`,
        (text) => !isTestSku(text),
      ),
    ],
  })
  sku: string;

  @Name({ max: LIMITS.nameLength, api: { example: 'Stainless Steel Tumbler 300 ml' } })
  name: string;

  @Text({ max: LIMITS.descriptionLength, min: 0, optional: true, lineBreaks: true })
  description?: string;

  @Text({ max: LIMITS.categoryLength, min: 0, optional: true, api: { example: 'Tableware' } })
  category?: string;

  @Amount({ min: 0, max: AMOUNT_MAX, api: { example: 30 } })
  delivery_charge: number;

  @Transform(({ value }: { value: unknown }) => trimEach(value))
  @Field({
    optional: true,
    api: { type: [String], format: 'uri', maxItems: LIMITS.images },
    rules: [
      isList,
      {
        code: 'invalid_url',
        message: `must be at most ${LIMITS.images} ${PICTURE_FORM}`,
        passes: (value) =>
          Array.isArray(value) && value.length <= LIMITS.images && value.every(isImageUrl),
      },
    ],
  })
  images?: string[];

  @DtoList(VariationInputDto, LIMITS.variationNames)
  @Field({
    optional: true,
    api: { type: [VariationInputDto], maxItems: LIMITS.variationNames },
    rules: [
      isList,
      {
        code: 'out_of_range',
        message: `must be at most ${LIMITS.variationNames}`,
        passes: (value) => Array.isArray(value) && value.length <= LIMITS.variationNames,
      },
      {
        code: 'not_distinct',
        message: 'must have names that differ in more than case',
        passes: (value) =>
          areDistinct((value as VariationInputDto[]).map((variation) => variation.name)),
      },
      {
        code: 'too_many_combinations',
        message: `must have at most ${LIMITS.variationCombinations} combinations, with keys of at most ${LIMITS.variationKeyLength} characters`,
        passes: (value) => areCombinable(value as VariationInputDto[]),
      },
    ],
  })
  variations?: VariationInputDto[];

  @Flag({ optional: true, api: { default: true } })
  active?: boolean;
}

const DetailInputsDto = decoratedClass<Partial<DetailFields>>(
  PRODUCT_DETAILS.map((row) => [row.name, inputOf(row)]),
);

function inputOf(row: (typeof PRODUCT_DETAILS)[number]): PropertyDecorator {
  const api = { nullable: true, ...('input' in row.docs ? row.docs.input : {}) };
  switch (row.kind) {
    case 'text':
    case 'code': {
      const rule: DetailRule | null = 'rule' in row ? row.rule : null;
      const rules =
        rule === null
          ? []
          : [textRule(rule.code, rule.message, (text) => text === '' || rule.passes(text))];
      return Text({ max: row.maxLength, min: 0, optional: true, api, rules });
    }
    case 'weight':
      return WholeNumber({ ...DETAIL_RANGES.weight, optional: true, api });
    case 'percent':
    case 'money':
      return Amount({ ...DETAIL_RANGES[row.kind], optional: true, api });
    case 'codes':
      return TextsByKey(row.maxLength, api, [
        {
          code: 'invalid_value',
          message: `must map variation keys to texts of 1 to ${row.maxLength} characters without '=' and control characters`,
          passes: areTexts((text) => isText(text, row.maxLength) && !text.includes('=')),
        },
        {
          code: 'not_distinct',
          message: 'must differ in more than case',
          passes: (value) => areDistinct(Object.values(value as object)),
        },
      ]);
    case 'images':
      return TextsByKey(row.maxLength, api, [
        {
          code: 'invalid_url',
          message: `must map variation keys to ${PICTURE_FORM}`,
          passes: areTexts(isImageUrl),
        },
      ]);
  }
}

/** Declares texts by variation key; null or {}: none. The keys of the product are not known here. */
function TextsByKey(
  maxLength: number,
  api: DetailDocs & { nullable: boolean },
  rules: readonly Rule[],
): PropertyDecorator {
  const additionalProperties = { type: 'string', minLength: 1, maxLength } as const;
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => trimEachText(value)),
    Field({ optional: true, api: { type: 'object', additionalProperties, ...api }, rules }),
  );
}

function trimEachText(value: unknown): unknown {
  if (!isObject(value)) return value;
  const trimmed = Object.entries(value).map(([key, text]) => [
    key,
    typeof text === 'string' ? text.trim() : text,
  ]);
  return Object.fromEntries(trimmed);
}

function areTexts(isValid: (text: string) => boolean): Rule['passes'] {
  return (value) =>
    isObject(value) &&
    Object.values(value).every((text) => typeof text === 'string' && isValid(text));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a product that an operator sets, without its price. */
class UnpricedFieldsDto extends IntersectionType(ProductFieldsDto, DetailInputsDto) {}

class PricedProductFieldsDto extends UnpricedFieldsDto {
  @Amount({ min: 0.01, max: AMOUNT_MAX, api: { example: 240 } })
  base_price: number;
}

export class CreateProductDto extends IntersectionType(PricedProductFieldsDto, StockInputDto) {}

class UnpricedProductFieldsDto extends UnpricedFieldsDto {
  @Amount({
    min: 0.01,
    max: AMOUNT_MAX,
    optional: true,
    api: { nullable: true, description: 'null: only plans with a price of their own sell it' },
  })
  base_price?: number | null;
}

export class ProductChangeDto extends PartialType(UnpricedProductFieldsDto) {}

export class ChangeProductDto extends ProductChangeDto {
  @Flag({
    optional: true,
    api: {
      default: false,
      description:
        'true: names and values of `variations` get the order and spelling of the request. Stores then see other keys of ' +
        '`variation_stocks`. false: those that the product has already keep theirs',
    },
  })
  reorder_variations?: boolean;

  @Flag({
    optional: true,
    api: {
      default: false,
      description:
        'true: units may go out of sale (`stock_out_of_sale`). Without it, the answer warns; from 1.6.0 on it is refused',
    },
  })
  confirm?: boolean;
}

/** Defaults of a new product: active, and empty otherwise. */
export const BLANK_PRODUCT = {
  description: '',
  category: '',
  images: [],
  variations: [],
  active: true,
  ...NO_DETAILS,
} satisfies Partial<ProductData>;

export function toNewProduct(dto: CreateProductDto): ProductData {
  return {
    sku: dto.sku,
    name: dto.name,
    description: dto.description ?? BLANK_PRODUCT.description,
    category: dto.category ?? BLANK_PRODUCT.category,
    images: storedPictures(dto.images ?? BLANK_PRODUCT.images),
    variations: toVariations(dto.variations ?? BLANK_PRODUCT.variations),
    basePriceMinor: toMinorUnits(dto.base_price),
    deliveryChargeMinor: toMinorUnits(dto.delivery_charge),
    active: dto.active ?? BLANK_PRODUCT.active,
    ...NO_DETAILS,
    ...givenDetails(dto),
  };
}

/** Reads the fields that a request changes. null removes a base price or a detail; for other fields, it counts as left out. */
export function toProductChange(dto: ProductChangeDto): Partial<ProductData> {
  const { base_price: price, delivery_charge: delivery, variations } = dto;
  const given = {
    sku: dto.sku ?? undefined,
    name: dto.name ?? undefined,
    description: dto.description ?? undefined,
    category: dto.category ?? undefined,
    images: dto.images == null ? undefined : storedPictures(dto.images),
    active: dto.active ?? undefined,
    variations: variations == null ? undefined : toVariations(variations),
    basePriceMinor: price == null ? price : toMinorUnits(price),
    deliveryChargeMinor: delivery == null ? undefined : toMinorUnits(delivery),
  };
  return { ...withoutUndefined(given), ...givenDetails(dto) };
}

function toVariations(variations: readonly VariationInputDto[]): Variation[] {
  return variations.map(({ name, values }) => ({ name, values }));
}

function trimEach(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (typeof item === 'string' ? item.trim() : item));
}

function isImageUrl(value: unknown): boolean {
  if (!isText(value, LIMITS.urlLength)) return false;
  return isPhotoAddress(value as string) || isPictureUrl(value as string);
}

function areDistinct(texts: readonly unknown[]): boolean {
  const folded = texts.filter((text) => typeof text === 'string').map(foldVariationText);
  return new Set(folded).size === folded.length;
}

/** Returns true if the combinations stay within their limits. Counts them first, because a list may not fit into memory. */
function areCombinable(variations: readonly VariationInputDto[]): boolean {
  if (!variations.every(({ values }) => Array.isArray(values))) return true;
  const count = variations.reduce((product, { values }) => product * values.length, 1);
  return (
    count <= LIMITS.variationCombinations &&
    variationKeys(variations).every((key) => key.length <= LIMITS.variationKeyLength)
  );
}
