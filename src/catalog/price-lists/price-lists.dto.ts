import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { LIMITS } from '../../platform/config/limits.js';
import { Amount, Field, OneOf, Text, Timestamp } from '../../platform/http/input/fields.js';
import { ErrorDto } from '../../platform/http/openapi/api-docs.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import { toMajorUnits } from '../../platform/money.js';
import { decoratedClass } from '../details/decorated-class.js';
import { FILTER_DETAILS, type DetailFilter } from '../details/product-details.js';
import { PRICE_LIST_STATES, type PriceListState } from './price-list.entity.js';
import type { ListedPrice } from './price-lists.repository.js';
import type { NamedPriceList, PriceListPreview } from './price-lists.service.js';
import { TableFileQuery } from '../../platform/table-export/table-file.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

/** Steps to which new prices can be rounded. */
const ROUND_TO = [0.01, 0.05, 0.1, 0.5, 1, 5, 10];
const CHANGES = ['rise', 'fall'] as const;

class PriceListChangeDto {
  @Text({ max: LIMITS.planCodeLength, api: { example: 'silver', description: 'Code of the plan' } })
  plan: string;

  @Text({
    max: LIMITS.nameLength,
    optional: true,
    api: { example: 'Diwali', description: 'Default: a name made from the change' },
  })
  name?: string;

  @Amount({
    min: -99.99,
    max: 1_000,
    api: { example: 5, description: 'Added to the present prices of the plan, in percent' },
  })
  percent: number;

  @Field({
    optional: true,
    api: {
      type: Number,
      enum: ROUND_TO,
      default: 0.01,
      description: 'New prices are multiples of it, the nearest one, half up',
    },
    rules: [
      {
        code: 'unknown_value',
        message: `must be one of ${ROUND_TO.join(', ')}`,
        passes: (value) => ROUND_TO.some((step) => step === value),
      },
    ],
  })
  round_to?: number;

  @Text({
    max: LIMITS.categoryLength,
    optional: true,
    api: { description: 'Only products of this category; the whole name, case is ignored' },
  })
  category?: string;
}

const DetailFilterDto = decoratedClass<DetailFilter>(
  FILTER_DETAILS.map(({ name, maxLength, label }) => {
    const description = `Only products of this ${label.toLowerCase()}; the whole name, case is ignored`;
    return [name, Text({ max: maxLength, optional: true, api: { description } })];
  }),
);

class TextFilterDto {
  @Text({
    max: 100,
    optional: true,
    api: { description: 'Only products with this text in their SKU or name' },
  })
  q?: string;
}

export class CreatePriceListDto extends IntersectionType(
  PriceListChangeDto,
  DetailFilterDto,
  TextFilterDto,
) {}

export class PriceFileQuery {
  @Text({ max: LIMITS.planCodeLength, api: { example: 'silver', description: 'Code of the plan' } })
  plan: string;

  @Text({
    max: LIMITS.nameLength,
    optional: true,
    api: { description: 'Default: Prices of a file' },
  })
  name?: string;
}

export class SchedulePriceListDto {
  @Timestamp({
    optional: true,
    api: {
      description: 'In the future; the prices begin then. Absent: now, which takes about a second',
      example: '2027-01-31T18:30:00Z',
    },
  })
  effective_from?: Date;
}

export class PriceListsQuery extends PageQuery {
  @OneOf(PRICE_LIST_STATES, { optional: true })
  state?: PriceListState;

  @Text({ max: LIMITS.planCodeLength, optional: true, api: { description: 'Code of the plan' } })
  plan?: string;
}

export class PriceListFileQuery {
  @Text({
    max: 100,
    optional: true,
    api: { description: 'Only products with this text in their SKU or name' },
  })
  q?: string;

  @OneOf(CHANGES, { optional: true })
  change?: (typeof CHANGES)[number];
}

/** Query: prices of a list as a file. */
export class PriceListExportQuery extends IntersectionType(PriceListFileQuery, TableFileQuery) {}

export class PriceListPricesQuery extends IntersectionType(PageQuery, PriceListFileQuery) {}

export class DiscountPreviewQuery {
  @Type(() => Number)
  @Amount({ min: 0, max: 100, api: { example: 12.5 } })
  discount_percent: number;
}

export class PriceListDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ example: 'Diwali' })
  name: string;

  @ApiProperty({ description: 'Code of the plan', example: 'silver' })
  plan: string;

  @ApiProperty({ enum: PRICE_LIST_STATES })
  state: PriceListState;

  @OrNull('date-time', 'null: a draft')
  effective_from: string | null;

  @ApiProperty({ example: 'user 7 <asha@example.com>' })
  made_by: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: 'integer', description: 'Products that have a price in the list' })
  prices: number;

  @ApiProperty({ type: 'integer', description: 'Prices that rise' })
  rises: number;

  @ApiProperty({ type: 'integer', description: 'Prices that fall' })
  falls: number;
}

export class PriceListPriceDto {
  @ApiProperty()
  sku: string;

  @ApiProperty()
  name: string;

  @OrNull(Number, 'On the plan when the list was made; null: the plan had no price of it')
  price_before: number | null;

  @ApiProperty()
  price: number;
}

class PriceListProblemDto {
  @ApiProperty({
    type: 'integer',
    description: 'First line of the row in the file; 1 is the header',
  })
  line: number;

  @OrNull(String, 'null: not known')
  sku: string | null;

  @ApiProperty()
  problem: string;
}

export class PriceListPreviewDto extends PriceListDto {
  @OrNull(PriceListPriceDto, 'In proportion')
  largest_rise: PriceListPriceDto | null;

  @OrNull(PriceListPriceDto, 'In proportion')
  largest_fall: PriceListPriceDto | null;

  @ApiProperty({
    type: 'integer',
    description:
      'Products whose price on the plan has changed since the list was made. The list sets its own prices anyway',
  })
  moved: number;

  @ApiProperty({
    type: 'integer',
    description: 'Products that have other prices to begin on the plan',
  })
  otherwise_scheduled: number;

  @ApiProperty({
    type: 'integer',
    description: 'Products whose price was removed individually from the scheduled list',
  })
  removed: number;

  @ApiProperty({
    type: [PriceListProblemDto],
    maxItems: LIMITS.priceListProblems,
    description: 'Rows of the file that the list leaves out',
  })
  problems: PriceListProblemDto[];
}

class PriceFileRefusalDataDto {
  @ApiProperty({ type: [PriceListProblemDto], maxItems: LIMITS.priceListProblems })
  problems: PriceListProblemDto[];
}

/** The refusal of a file of prices, in documents. */
export class PriceFileRefusalDto extends ErrorDto {
  @ApiPropertyOptional({
    type: PriceFileRefusalDataDto,
    description: 'import_refused: why no row of the file can be used',
  })
  data?: PriceFileRefusalDataDto;
}

export class DiscountPreviewDto {
  @ApiProperty({ type: 'integer', description: 'Products that have a price on the plan then' })
  prices: number;

  @ApiProperty({ type: 'integer', description: 'Prices that rise' })
  rises: number;

  @ApiProperty({ type: 'integer', description: 'Prices that fall' })
  falls: number;

  @ApiProperty({ type: 'integer', description: "Products with the plan's own price, which stays" })
  own: number;

  @ApiProperty({ type: 'integer', description: 'Products that lose their price, and are not sold' })
  hidden: number;
}

/** Makes the default name of a list, such as "+5 % on Kitchen". */
export function nameOf(body: CreatePriceListDto): string {
  const { percent, category, q } = body;
  const details = FILTER_DETAILS.map(({ name }) => body[name]);
  const selection = [category, ...details, q].filter((part) => part).join(', ');
  const sign = percent > 0 ? '+' : '';
  const name = `${sign}${percent} % on ${selection === '' ? 'all products' : selection}`;
  return [...name].slice(0, LIMITS.nameLength).join('');
}

export function toPriceList(list: NamedPriceList): PriceListDto {
  return {
    id: list.id,
    name: list.name,
    plan: list.plan,
    state: list.state,
    effective_from: list.effectiveFrom?.toISOString() ?? null,
    made_by: list.madeBy,
    created_at: list.createdAt.toISOString(),
    prices: list.prices,
    rises: list.rises,
    falls: list.falls,
  };
}

export function toPriceListPreview(list: PriceListPreview): PriceListPreviewDto {
  return {
    ...toPriceList(list),
    largest_rise: list.largestRise && toPriceListPrice(list.largestRise),
    largest_fall: list.largestFall && toPriceListPrice(list.largestFall),
    moved: list.moved,
    otherwise_scheduled: list.others,
    removed: list.removed,
    problems: list.problems.map(({ line, sku, problem }) => ({ line, sku, problem })),
  };
}

export function toPriceListPrice(price: ListedPrice): PriceListPriceDto {
  return {
    sku: price.sku,
    name: price.name,
    price_before: price.beforeMinor === null ? null : toMajorUnits(price.beforeMinor),
    price: toMajorUnits(price.priceMinor),
  };
}
