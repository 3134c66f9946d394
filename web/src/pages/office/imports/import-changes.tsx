import type { FileImportDto } from '../../../api/generated/admin-types';
import { linkTo } from '../office-columns';
import { column, type Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { formatCount, formatMoney, plural } from '../../../shared/format';
import { SectionCard } from '../../../shared/layout/section-card';
import classes from './import-report.module.css';
import { useColumnLabels } from './use-column-labels';

type ChangedProduct = NonNullable<FileImportDto['changed_products']>[number];

/** Renders the changes of existing products: counts by column, and the first products. */
export function ImportChanges({ found }: { found: FileImportDto }) {
  const labelOf = useColumnLabels();
  const { changed_columns: counts, changed_products: examples = [] } = found;
  const updated = found.updated ?? 0;
  const columns: readonly Column<ChangedProduct>[] = [
    linkTo.product('Product', 'sku'),
    column.number('Row', 'line'),
    column.wide('Changes', ({ changes }) => (
      <ul className={classes.changes}>
        {changes.map(({ column, before, after }) => (
          <li key={column}>
            {labelOf(column)}: <del className={classes.before}>{shownValue(column, before)}</del>{' '}
            <ins>{shownValue(column, after)}</ins>
          </li>
        ))}
      </ul>
    )),
  ];
  return (
    <SectionCard title="What changes">
      <ul className={classes.counts}>
        {counts.map(({ column, products }) => (
          <li key={column}>
            {labelOf(column)} <span className="soft">in {plural(products, 'product')}</span>
          </li>
        ))}
      </ul>
      {examples.length > 0 && (
        <DataTable
          caption="Products that change"
          columns={columns}
          rows={examples}
          rowKey={({ line }) => line}
        />
      )}
      {updated > examples.length && (
        <p className="soft small">
          {`The first ${formatCount(examples.length)} of ${formatCount(updated)} products that change.`}
        </p>
      )}
    </SectionCard>
  );
}

/** Writes a value as people write it. */
export function shownValue(column: string, value: string | null): string {
  if (value === null) return 'none';
  const isAmount = /^(?:base_price|cost|delivery_charge|mrp|price:.*)$/.test(column);
  return isAmount ? formatMoney(Number(value)) : value;
}
