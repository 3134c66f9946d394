import { applyDecorators } from '@nestjs/common';
import { ApiErrorsAs } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PriceFileRefusalDto } from './price-lists.dto.js';

export const CreatePriceList = Operation(
  'Make a draft that changes prices of a plan by a percentage',
  'The draft has a price for each selected product, made from its current price on the plan. Nothing changes for ' +
    'stores until the draft is scheduled. Drafts are deleted after 30 days.',
);

export const PRICE_FILES = { prices: { value: 'sku,price\nTW-GLS-06,219.50\nBB-TWL-75,149\n' } };

export const ImportPriceList = applyDecorators(
  Operation(
    'Make a draft of a file of prices: CSV or an Excel workbook',
    'The first row has the columns `sku` and `price`, in any order. Other columns are ignored, so that an exported ' +
      'list can be sent back. Amounts are plain numbers such as 1234.50. Rows that cannot be used are left out and ' +
      'listed in `problems`.',
  ),
  // Stands above the answer of the handler: of two descriptions of 422 the upper one counts.
  ApiErrorsAs(
    PriceFileRefusalDto,
    'validation_failed',
    'unknown_field',
    'file_unreadable',
    'import_refused',
  ),
);

export const SchedulePriceList = Operation(
  'Schedule a draft',
  'All prices of the list begin together. They are the prices of the draft, even if the catalog has changed since ' +
    'it was made.',
);
