import { applyDecorators, HttpCode } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  ApiResponse,
  getSchemaPath,
  type ApiResponseOptions,
} from '@nestjs/swagger';
import { MODE_HEADER } from '../mode-header.js';
import {
  AppError,
  ERRORS,
  errorBody,
  EXAMPLE_REQUEST_ID,
  type ErrorCode,
  type FieldError,
} from '../errors.js';
import { oncePerObject, POLL_INTERVAL } from '../representation/representation.js';

/** A field at fault, in documents. */
class FieldErrorDto {
  @ApiProperty({ example: 'items.0.quantity', description: 'Dotted path of the field' })
  field: string;

  @ApiProperty({ example: 'insufficient_stock' })
  code: string;

  @ApiProperty({ example: 'requested 5, only 2 available' })
  message: string;

  @ApiPropertyOptional({ type: 'integer', description: 'insufficient_stock: requested units' })
  requested?: number;

  @ApiPropertyOptional({ type: 'integer', description: 'insufficient_stock: available units' })
  available?: number;

  @ApiPropertyOptional({
    enum: ['units', 'value'],
    description: 'reservation_limit: what of the unpaid orders is limited',
  })
  measure?: string;

  @ApiPropertyOptional({ description: 'reservation_limit: the most that unpaid orders may hold' })
  limit?: number;

  @ApiPropertyOptional({ description: 'reservation_limit: what unpaid orders hold already' })
  reserved?: number;

  @ApiPropertyOptional({ description: 'reservation_limit: what this order would add' })
  added?: number;

  @ApiPropertyOptional({ type: [String], description: 'variation_…: accepted variation keys' })
  keys?: string[];

  @ApiPropertyOptional({ description: 'hsn_missing, gst_rate_missing: the product' })
  sku?: string;
}

/** The one shape of every error answer, in documents. */
export class ErrorDto {
  @ApiProperty({ enum: [false] })
  success: false;

  @ApiProperty({ enum: Object.keys(ERRORS), description: 'Stable error code, for programs' })
  code: string;

  @ApiProperty({ description: 'Human-readable; may change' })
  message: string;

  @ApiPropertyOptional({ type: [FieldErrorDto], description: 'All invalid fields' })
  errors?: FieldErrorDto[];

  @ApiPropertyOptional({ description: 'The number of an order that exists' })
  order_number?: string;

  @ApiPropertyOptional({ description: 'The status of the order' })
  order_status?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description:
      'idempotency_mismatch and duplicate_return: the store_order_id of the order; null if it has none',
  })
  store_order_id?: string | null;

  @ApiPropertyOptional({ description: 'duplicate_…: whether the same request made what exists' })
  same_request?: boolean;

  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    description:
      'duplicate_order of an order: paths where the request differs from the current order, `items` as a whole; null if ' +
      'the order is archived or its customer was erased',
    example: ['shipping.address'],
  })
  differs?: string[] | null;

  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    description:
      'validation_failed of an order that an earlier request has placed: paths where this body differs from it, those of ' +
      '`errors` included. The order stays as it is; null: not known',
    example: ['customer.phone'],
  })
  edited_fields?: string[] | null;

  @ApiPropertyOptional({
    allOf: [{ $ref: '#/components/schemas/OrderReturnDto' }],
    description: 'The return that exists',
  })
  return?: object;

  @ApiProperty({ description: 'The X-Request-Id of the response' })
  request_id: string;
}

const RETRY_AFTER = {
  headers: {
    'Retry-After': { description: 'Seconds', schema: { type: 'integer' as const, example: 12 } },
  },
};
const HEADERS_OF_REFUSALS: Record<number, object | undefined> = {
  401: { headers: { 'WWW-Authenticate': { schema: { type: 'string', example: 'Bearer' } } } },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

/** The example of an error answer: its code, and what differs from the code's usual text. */
export interface ErrorExample {
  code: ErrorCode;
  message?: string;
  fields?: readonly FieldError[];
  details?: Record<string, unknown>;
}

/**
 * Makes the example of a refusal of invalid fields. For each field it has the code, and the message that follows the field's
 * name.
 */
export function invalid(fields: Record<string, [code: string, message: string]>): ErrorExample {
  return {
    code: 'validation_failed',
    fields: Object.entries(fields).map(([field, [code, message]]) => {
      return { field, code, message: `${field} ${message}` };
    }),
  };
}

/** The examples with the usual text of their code. */
const USUAL = new Map((Object.keys(ERRORS) as ErrorCode[]).map((code) => [code, { code }]));

/** Makes the answer of an example once, because hundreds of routes document the same dozen. */
const documentedAnswer = oncePerObject(({ code, ...rest }: ErrorExample) => ({
  summary: ERRORS[code].message,
  value: errorBody(new AppError(code, rest), EXAMPLE_REQUEST_ID),
}));

/** Documents error answers. The code that makes answers also makes their examples. */
export function ApiErrors(...examples: readonly (ErrorCode | ErrorExample)[]): MethodDecorator {
  return ApiErrorsAs(ErrorDto, ...examples);
}

/** Documents error answers with more fields than the one shape; `type` is their shape. */
export function ApiErrorsAs(
  type: new () => ErrorDto,
  ...examples: readonly (ErrorCode | ErrorExample)[]
): MethodDecorator {
  const byStatus = new Map<number, ErrorExample[]>();
  for (const given of examples) {
    const example = typeof given === 'string' ? USUAL.get(given)! : given;
    const { status } = ERRORS[example.code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), example]);
  }
  return applyDecorators(
    ApiExtraModels(type),
    ...[...byStatus].map(([status, errors]) =>
      ApiResponse({
        status,
        description: errors.map(({ code }) => `\`${code}\``).join(', '),
        ...HEADERS_OF_REFUSALS[status],
        content: {
          'application/json': {
            schema: { $ref: getSchemaPath(type) },
            examples: Object.fromEntries(
              errors.map((error) => [error.code, documentedAnswer(error)]),
            ),
          },
        },
      }),
    ),
  );
}

/** Documents the refusals that every route for clients shares, and those of the route. */
export const ApiAccessErrors = (...own: readonly (ErrorCode | ErrorExample)[]): MethodDecorator =>
  ApiErrors(
    'token_missing',
    'token_invalid',
    'domain_missing',
    {
      code: 'domain_mismatch',
      message:
        'The token is not registered to this domain. X-Client-Domain was read as ' +
        '"other-store.example:8443", https:// taken off, the port left as it was.',
    },
    'subscription_inactive',
    ...own,
    'rate_limited',
    'headers_too_large',
    'internal_error',
    'unavailable',
  );

/** The headers that every success can have. */
const HEADERS_OF_SUCCESSES = {
  'X-Request-Id': {
    description: 'Identifies this request in our logs',
    schema: { type: 'string' as const, example: EXAMPLE_REQUEST_ID },
  },
  'RateLimit-Policy': {
    description: 'Your limits: q requests per w seconds',
    schema: { type: 'string' as const, example: '"requests";q=1200;w=60' },
  },
  RateLimit: {
    description: 'The remaining quota: r requests in the next t seconds',
    schema: { type: 'string' as const, example: '"requests";r=1187;t=42' },
  },
  [MODE_HEADER]: {
    description: 'Present in every authenticated response to a test token',
    schema: { type: 'string' as const, enum: ['test'] },
  },
  'X-Ignored-Parameters': {
    description: 'Unknown query parameters, which were ignored',
    schema: { type: 'string' as const, example: 'page, sort' },
  },
};

const TAG_HEADER = {
  description: 'Send it as If-None-Match with the next request',
  schema: { type: 'string' as const, example: '"1-rCz0dFJwVZl2cM8nT5xgQA"' },
};
const UNCHANGED = ApiResponse({
  status: 304,
  description: 'Unchanged since the ETag in If-None-Match',
});

/** Documents a file with an entity tag. */
export function ApiFile(type: string): MethodDecorator {
  return applyDecorators(
    ApiResponse({
      status: 200,
      description: 'Success',
      headers: { ...HEADERS_OF_SUCCESSES, ETag: TAG_HEADER },
      content: { [type]: { schema: { type: 'string', format: 'binary' } } },
    }),
    UNCHANGED,
  );
}

/** Documents a success with named examples, and answers with its status. */
export function ApiSuccess(
  status: 200 | 201,
  type: new () => object,
  examples: Record<string, { summary: string; value: unknown }>,
  {
    pollSeconds,
    hasBody = status === 201,
    hasTag = !hasBody,
    hasPages = false,
    isReplayed = false,
    headers = {},
  }: {
    pollSeconds?: number;
    hasBody?: boolean;
    hasTag?: boolean;
    hasPages?: boolean;
    isReplayed?: boolean;
    /** Headers that only this route has. */
    headers?: ApiResponseOptions['headers'];
  } = {},
): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    ApiExtraModels(type),
    ApiResponse({
      status,
      description: status === 201 ? 'Created' : 'Success',
      headers: {
        ...HEADERS_OF_SUCCESSES,
        ...(hasBody && {
          'X-Ignored-Fields': {
            description:
              'Paths of unknown fields of the body, which were ignored. At most 1,000 characters; `+3` at its end: three more',
            schema: { type: 'string', example: 'items.0.price, total' },
          },
        }),
        ...(isReplayed && {
          'Idempotent-Replayed': {
            description: 'Present when the stored answer to the same Idempotency-Key is sent again',
            schema: { type: 'string', enum: ['true'] },
          },
        }),
        ...headers,
        ...(hasTag && { ETag: TAG_HEADER }),
        ...(hasPages && {
          Link: {
            description: 'The URL of the next page, relative to the base URL',
            schema: { type: 'string', example: '</api/products?limit=2&cursor=Mg>; rel="next"' },
          },
        }),
        ...(pollSeconds !== undefined && {
          [POLL_INTERVAL]: {
            description:
              'Seconds until you should ask again; for an order, they depend on its status',
            schema: { type: 'integer', example: pollSeconds },
          },
        }),
      },
      content: { 'application/json': { schema: { $ref: getSchemaPath(type) }, examples } },
    }),
    ...(hasTag ? [UNCHANGED] : []),
  );
}
