import { NativeSelect, TextInput } from '@mantine/core';
import { personOf } from '../imports/import-progress';
import type { SupplierDto } from '../../../api/generated/admin/admin-api.schemas';
import { textOf } from '../../../../../src/platform/table-file/cell.js';
import type { ColumnChoice } from '../../../../../src/platform/table-file/columns.js';
import type { Field } from '../../../catalog-import/fields';
import { DataTable, type Column } from '../../../shared/lists/data-table';
import { plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { SectionCard } from '../../../shared/layout/section-card';
import { Status } from '../../../shared/status';
import classes from './import-page.module.css';
import { deliveryOf } from './delivery';
import type { Choices, SupplierFile } from './use-supplier-file';

const SAMPLES = 3;

interface ColumnsStepProps {
  content: SupplierFile;
  suppliers: readonly SupplierDto[];
  onSet: (change: Partial<Choices>) => void;
}

/** Renders the choice of the supplier and the field of each column. */
export function ColumnsStep({ content, suppliers, onSet }: ColumnsStepProps) {
  const { columns, supplier, supplierName, delivery, problem } = content;
  const hasDelivery = columns.some(({ field }) => field?.column === 'delivery_charge');
  return (
    <SectionCard title="2. Supplier and columns">
      <div className={classes.supplier}>
        <TextInput
          label="Supplier"
          description={
            supplier === undefined
              ? 'What the columns mean is remembered by this name, for all colleagues'
              : `The columns are read as ${personOf(supplier.changed_by)} saved them`
          }
          list="suppliers"
          autoComplete="off"
          maxLength={120}
          value={supplierName}
          onChange={({ currentTarget: { value } }) => onSet({ supplier: value })}
        />
        <datalist id="suppliers">
          {suppliers.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {!hasDelivery && (
          <TextInput
            label="Delivery charge of new products"
            description="The file has none; products that you have keep theirs"
            inputMode="decimal"
            error={
              Number.isNaN(deliveryOf(content)) ? 'Write an amount, such as 40 or 40.50' : undefined
            }
            value={delivery}
            onChange={({ currentTarget: { value } }) => onSet({ delivery: value })}
          />
        )}
      </div>
      <DataTable
        caption="Columns of the file"
        columns={tableColumns(content, onSet)}
        rows={columns}
        rowKey={({ position }) => position}
      />
      {problem !== null && (
        <Notice tone="bad" isAlert>
          {problem}
        </Notice>
      )}
      <p className="soft small">
        {`${plural(columns.filter(({ field }) => field === undefined).length, 'column')} ignored. An empty cell, or “-”, leaves what a product has.`}
      </p>
    </SectionCard>
  );
}

function tableColumns(
  { table, header, fields, columns }: SupplierFile,
  onSet: (change: Partial<Choices>) => void,
): readonly Column<ColumnChoice<Field>>[] {
  const options = [
    { value: '', label: 'Ignore' },
    ...fields.map(({ column, label }) => ({ value: column, label })),
  ];
  const samplesOf = (position: number): string =>
    table.rows
      .slice(header + 1)
      .map((row) => textOf(row[position]))
      .filter((text) => text !== '')
      .slice(0, SAMPLES)
      .join(' · ');
  const choose = (name: string, value: string): void => {
    const chosen = columns.map((one): [string, string] => [one.name, one.field?.column ?? '']);
    onSet({ fields: new Map(chosen).set(name, value) });
  };
  return [
    {
      header: 'Column',
      cell: ({ name, isNew }) => (
        <>
          {name} {isNew && <Status tone="waiting">New</Status>}
        </>
      ),
    },
    {
      header: 'First cells',
      isWide: true,
      cell: ({ position }) => <span className={classes.sample}>{samplesOf(position)}</span>,
    },
    {
      header: 'Is',
      isWide: true,
      cell: ({ name, field }) => (
        <NativeSelect
          className={classes.fields}
          aria-label={`Column ${name} is`}
          data={options}
          value={field?.column ?? ''}
          onChange={({ currentTarget: { value } }) => choose(name, value)}
        />
      ),
    },
  ];
}
