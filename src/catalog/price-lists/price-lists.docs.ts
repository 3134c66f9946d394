import { applyDecorators } from '@nestjs/common';
import { LIMITS } from '../../platform/config/limits.js';
import { csvUploadErrors, TABLE_FILES } from '../../platform/csv/csv-upload.js';
import { Answers, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { ApiErrorsAs } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PriceFileRefusalDto, PriceListPreviewDto } from './price-lists.dto.js';

export const CreatePriceList = applyDecorators(
  Operation(
    'Make a draft that changes prices of a plan by a percentage',
    'The draft has a price for each product of the selection, made from the price on the plan at this moment. Nothing ' +
      'changes for stores until it is scheduled. Drafts are deleted after 30 days.',
  ),
  Answers(201, PriceListPreviewDto, 'plan_not_found', ...BODY_ERRORS) as MethodDecorator,
);

export const PRICE_FILES = { prices: { value: 'sku,price\nTW-GLS-06,219.50\nBB-TWL-75,149\n' } };

export const ImportPriceList = applyDecorators(
  Operation(
    'Make a draft of a file of prices: CSV or an Excel workbook',
    'The first row names the columns `sku` and `price`, in any order; other columns are passed over, so that an ' +
      'exported list can be sent back. Amounts are plain numbers as 1234.50. Rows that cannot be used are left out and ' +
      'named in `problems`.',
  ),
  Answers(
    201,
    PriceListPreviewDto,
    'plan_not_found',
    ...csvUploadErrors(LIMITS.priceListFileBytes, TABLE_FILES),
  ) as MethodDecorator,
  // After the shared refusals: of two descriptions of 422 the last one counts.
  ApiErrorsAs(
    PriceFileRefusalDto,
    'validation_failed',
    'unknown_field',
    'file_unreadable',
    'import_refused',
  ),
);

export const SchedulePriceList = applyDecorators(
  Operation(
    'Schedule a draft',
    'All prices of the list begin together. They are the prices of the draft, even if the catalog has changed since ' +
      'it was made.',
  ),
  Answers(
    200,
    PriceListPreviewDto,
    'price_list_not_found',
    'price_list_not_draft',
    ...BODY_ERRORS,
  ) as MethodDecorator,
);
