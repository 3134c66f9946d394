import { applyDecorators } from '@nestjs/common';
import { ApiAdminTable } from '../../platform/http/openapi/admin-docs.js';
import { ApiErrorsAs } from '../../platform/http/openapi/api-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { CountRefusalDto } from '../count-sheet/stock-count.dto.js';

export const ListStockOverview = Operation(
  'List the stock of all products, by SKU and variation',
  'Levels without units are omitted if the product is inactive or the variation is no longer offered.',
);

export const ExportStock = applyDecorators(
  Operation('The same stock as a file'),
  ApiAdminTable('validation_failed'),
);

export const GetCountSheet = applyDecorators(
  Operation(
    'A count sheet of the same stock as a file',
    'Fill in `counted`, leave it empty for uncounted rows, and send the file to `POST /admin/stock/count`. ' +
      '`last_movement` then shows whether the stock of a row has moved since.',
  ),
  ApiAdminTable('validation_failed'),
);

export const CountStock = applyDecorators(
  Operation(
    'Set the stock on hand to the numbers of a count sheet, with an outcome for each row',
    'The columns `sku`, `variation`, `counted` and `last_movement` are required, others are ignored. A row is refused ' +
      'if its stock was shipped, returned, adjusted or counted since the sheet was made, so that no change is lost. ' +
      'Count it again with a new sheet. Invalid rows are reported, the others apply. A sheet can be sent again without ' +
      'effect.',
  ),
  // After the shared refusals: the last of two 422 descriptions is documented.
  ApiErrorsAs(
    CountRefusalDto,
    'validation_failed',
    'unknown_field',
    'file_unreadable',
    'import_refused',
  ),
);

export const COUNT_SHEETS = {
  sheet: {
    value:
      'sku,variation,name,shelf,expected,counted,last_movement\n' +
      'TW-GLS-06,,Tumbler,A-04-2,120,118,48211\n' +
      'BB-TWL-75,Size:L,Bath towel,B-01-1,40,,47003\n',
  },
};
