import { NativeSelect, TextInput } from '@mantine/core';
import {
  priceFromCost,
  type Rounding,
} from '../../../../../src/dashboard/products/costs/markup.js';
import { formatMoney } from '../../../shared/format';
import { column, type Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import classes from './import-page.module.css';
import { hasColumn, markupOf } from './chosen-amounts';
import type { Choices, SupplierFile } from './use-supplier-file';

const ROUNDINGS: readonly { value: Rounding; label: string }[] = [
  { value: 'exact', label: 'Do not round' },
  { value: 'whole', label: 'Up to a whole amount: 121' },
  { value: 'five', label: 'Up to a multiple of 5: 125' },
  { value: 'ten', label: 'Up to a multiple of 10: 130' },
  { value: 'nine', label: 'Up to a 9 at the end: 129' },
];

interface PricedRow {
  sku: string;
  cost: number;
  price: number;
}

const COLUMNS: readonly Column<PricedRow>[] = [
  column.cell('SKU', ({ sku }) => <code>{sku}</code>),
  { header: 'Cost', isNumber: true, cell: ({ cost }) => formatMoney(cost) },
  { header: 'Base price', isNumber: true, cell: ({ price }) => formatMoney(price) },
];

interface MarkupFieldsProps {
  content: SupplierFile;
  onSet: (change: Partial<Choices>) => void;
}

/** Renders the rule that makes prices from a file's costs, and the first prices that it makes. */
export function MarkupFields({ content, onSet }: MarkupFieldsProps) {
  const { percent, rounding, converted } = content;
  if (!hasColumn(content, 'cost')) return null;
  if (hasColumn(content, 'base_price')) {
    return (
      <p className="soft small">
        The file has prices next to the costs, and both are stored. Ignore the column of prices to
        make them from the costs.
      </p>
    );
  }
  const markup = markupOf(content);
  const priced = (converted?.costs ?? []).map(({ sku, cost }) => ({
    sku,
    cost: Number(cost),
    price: markup === null ? NaN : priceFromCost(Math.round(Number(cost) * 100), markup) / 100,
  }));
  return (
    <div className={classes.markup}>
      <div className={classes.settings}>
        <TextInput
          label="Markup on the cost, in percent"
          description="18 makes a price of 118 of a cost of 100. Empty: prices stay as they are"
          inputMode="decimal"
          autoComplete="off"
          error={
            markup !== null && Number.isNaN(markup.basisPoints)
              ? 'Write percent from 0 to 1000, such as 18 or 12.5'
              : undefined
          }
          value={percent}
          onChange={({ currentTarget: { value } }) => onSet({ percent: value })}
        />
        <NativeSelect
          label="Rounding of prices"
          description="Never below the cost and its markup"
          data={[...ROUNDINGS]}
          value={rounding}
          onChange={({ currentTarget: { value } }) => onSet({ rounding: value as Rounding })}
        />
      </div>
      {markup !== null && priced.some(({ price }) => !Number.isNaN(price)) && (
        <DataTable
          caption="The first prices made from costs"
          columns={COLUMNS}
          rows={priced}
          rowKey={({ sku }) => sku}
        />
      )}
    </div>
  );
}
