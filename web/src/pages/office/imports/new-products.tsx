import type { FileImportDto } from '../../../api/generated/admin-types';
import { column, type Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { formatCount, formatMoney, plural } from '../../../shared/format';
import { SectionCard } from '../../../shared/layout/section-card';
import { shownValue } from './import-changes';
import classes from './import-report.module.css';
import { useColumnLabels } from './use-column-labels';

type NewProduct = NonNullable<FileImportDto['new_products']>[number];
type Doubt = FileImportDto['doubts'][number];

const DOUBTS: Record<Doubt['doubt'], string> = {
  lost_letters:
    '? in place of letters: their texts stay as they are. Save the file as “CSV UTF-8” or as a workbook',
  mrp_below_price: 'MRP below the price',
  no_hsn: 'no HSN code',
  no_photo: 'no photo',
  price_below_cost: 'a price below the cost',
  price_changed_by_half: 'a price changed by more than half',
};

/** Renders the ends of a file's prices, what may be wrong, and the first new products as they are stored. */
export function NewProducts({ found }: { found: FileImportDto }) {
  const labelOf = useColumnLabels();
  const { new_products: products = [], price_range: [lowest, highest] = [], doubts } = found;
  if (products.length === 0 && doubts.length === 0 && lowest === undefined) return null;
  const created = found.created ?? 0;
  const columns: readonly Column<NewProduct>[] = [
    column.cell('Product', ({ sku }) => <code>{sku}</code>),
    column.number('Row', 'line'),
    column.wide('As it is stored', ({ changes }) => (
      <ul className={classes.changes}>
        {changes.map(({ column, after }) => (
          <li key={column}>
            {labelOf(column)}: {shownValue(column, after)}
          </li>
        ))}
      </ul>
    )),
  ];
  return (
    <SectionCard title="Prices and new products">
      <ul className={classes.counts}>
        {lowest !== undefined && highest !== undefined && (
          <>
            <li>{`Lowest price ${formatMoney(lowest.base_price)}, row ${lowest.line}`}</li>
            <li>{`Highest price ${formatMoney(highest.base_price)}, row ${highest.line}`}</li>
          </>
        )}
        {doubts.map(({ doubt, products: count }) => (
          <li key={doubt}>{`${plural(count, 'product')} with ${DOUBTS[doubt]}`}</li>
        ))}
      </ul>
      {products.length > 0 && (
        <DataTable
          caption="New products"
          columns={columns}
          rows={products}
          rowKey={({ line }) => line}
        />
      )}
      {created > products.length && products.length > 0 && (
        <p className="soft small">
          {`The first ${formatCount(products.length)} of ${formatCount(created)} new products.`}
        </p>
      )}
    </SectionCard>
  );
}
