import { uploadField } from '../../platform/table-file/columns.js';

/** Columns of a file of prices. The web application reads them, too. */
export const PRICE_FILE_FIELDS = [
  uploadField(
    'sku',
    'SKU',
    'item code|product code|article|article no|article number|part no|style no|design no|code',
    true,
  ),
  uploadField(
    'price',
    'Price',
    'new price|rate|new rate|wholesale price|dealer price|dealer rate|trade price|net price|net rate|unit price|selling price',
    true,
  ),
];
