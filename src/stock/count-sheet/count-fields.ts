import { uploadField } from '../../platform/table-file/columns.js';

/** Columns of a count sheet. The web application reads them, too. */
export const COUNT_FIELDS = [
  uploadField('sku', 'SKU', 'item code|product code|article|article no', true),
  uploadField('variation', 'Variation', 'combination|variant', true),
  uploadField('counted', 'Counted', 'counted quantity|counted qty|physical stock|count', true),
  uploadField('last_movement', 'Last movement', '', true),
];
