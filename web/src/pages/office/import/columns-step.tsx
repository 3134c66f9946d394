import { TextInput } from '@mantine/core';
import { Person } from '../people/person';
import type { SupplierDto } from '../../../api/generated/admin-types';
import { plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { SectionCard } from '../../../shared/layout/section-card';
import { ColumnTable } from '../../../table-file/column-table';
import classes from './import-page.module.css';
import { deliveryOf, hasColumn, lacksDelivery } from './chosen-amounts';
import { MarkupFields } from './markup-fields';
import type { Choices, SupplierFile } from './use-supplier-file';

interface ColumnsStepProps {
  content: SupplierFile;
  suppliers: readonly SupplierDto[];
  onSet: (change: Partial<Choices>) => void;
}

function deliveryProblem(content: SupplierFile): string | undefined {
  if (lacksDelivery(content)) return 'Needed before the check: an amount, or 0';
  return Number.isNaN(deliveryOf(content)) ? 'Write an amount, such as 40 or 40.50' : undefined;
}

/** Renders the choice of the supplier and the field of each column. */
export function ColumnsStep({ content, suppliers, onSet }: ColumnsStepProps) {
  const { table, header, fields, columns, supplier, supplierName, delivery, problem } = content;
  return (
    <SectionCard title="2. Supplier and columns">
      <div className={classes.supplier}>
        <TextInput
          label="Supplier"
          description={
            supplier === undefined ? (
              'What the columns mean is remembered by this name, for all colleagues'
            ) : (
              <>
                The columns are read as <Person actor={supplier.changed_by} /> saved them
              </>
            )
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
        {!hasColumn(content, 'delivery_charge') && (
          <TextInput
            label="Delivery charge of new products"
            description="The file has none; products that you have keep theirs"
            inputMode="decimal"
            error={deliveryProblem(content)}
            value={delivery}
            onChange={({ currentTarget: { value } }) => onSet({ delivery: value })}
          />
        )}
      </div>
      <ColumnTable
        rows={table.rows}
        header={header}
        columns={columns}
        fields={fields}
        onChoose={(chosen) => onSet({ fields: chosen })}
      />
      <MarkupFields content={content} onSet={onSet} />
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
