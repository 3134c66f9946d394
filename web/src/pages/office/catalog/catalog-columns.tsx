import { Link } from '@tanstack/react-router';
import type { ProductRecordDto } from '../../../api/generated/admin-types';
import { useMay } from '../../../frame/session';
import { column, type Column } from '../../../shared/lists/columns';
import { formatCount } from '../../../shared/format';
import { ProductImage } from '../../../shared/product-image';
import { Status } from '../../../shared/status';
import { detailText, PLAIN_DETAILS } from '../product/product-details';
import classes from './catalog-columns.module.css';

const COLUMNS: readonly Column<ProductRecordDto>[] = [
  column.cell('Product', ({ sku, name, images }) => (
    <span className={classes.product}>
      <ProductImage address={images[0]} size={32} />
      <span>
        <Link to="/office/catalog/$sku" params={{ sku }}>
          {name}
        </Link>
        <span className={classes.sku}>{sku}</span>
      </span>
    </span>
  )),
  ...PLAIN_DETAILS.filter((detail) => detail.isListed).map((detail) => ({
    header: detail.label,
    cell: (product: ProductRecordDto) => detailText(product, detail) ?? '–',
  })),
  column.cell('Category', ({ category }) => (category === '' ? '–' : category)),
  {
    header: 'State',
    onPhone: 'below',
    cell: ({ active }) => (
      <Status tone={active ? 'ok' : 'calm'}>{active ? 'Active' : 'Inactive'}</Status>
    ),
  },
  {
    header: 'Stock',
    isNumber: true,
    onPhone: 'below',
    cell: ({ stock_qty }) =>
      stock_qty === 0 ? <Status tone="bad">None</Status> : formatCount(stock_qty),
  },
];

const PRICE: Column<ProductRecordDto> = column.money('Base price', 'base_price', {
  onPhone: 'end',
});

/** Reads the columns of the list of products; the price only for those who may see prices. */
export function useProductColumns(): readonly Column<ProductRecordDto>[] {
  return useMay('prices:read') ? [...COLUMNS, PRICE] : COLUMNS;
}
