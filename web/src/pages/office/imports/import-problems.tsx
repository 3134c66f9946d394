import type { FileImportDto } from '../../../api/generated/admin/admin-api.schemas';
import { DataTable, type Column } from '../../../shared/lists/data-table';
import { plural } from '../../../shared/format';
import { SectionCard } from '../../../shared/layout/section-card';
import { useColumnLabels } from './use-column-labels';

type Report = NonNullable<FileImportDto['report']>;
type Problem = Report['problems'][number] & { key: number };

/** Renders the problems of a file by row, with what is expected. */
export function ImportProblems({ report }: { report: Report }) {
  const labelOf = useColumnLabels();
  const { problems, more_problems: hasMore } = report;
  const columns: readonly Column<Problem>[] = [
    { header: 'Row', cell: ({ line }) => `Row ${line}` },
    { header: 'SKU', cell: ({ sku }) => (sku === null ? '–' : <code>{sku}</code>) },
    { header: 'Column', cell: ({ column }) => (column === null ? '–' : labelOf(column)) },
    {
      header: 'Problem, and what helps',
      isWide: true,
      cell: (found) => `${found.problem}. ${remedyOf(found)}`,
    },
  ];
  return (
    <SectionCard
      title={`${plural(problems.length, 'problem')}${hasMore === true ? ', and more' : ''}`}
    >
      <DataTable
        caption="Problems of the file"
        columns={columns}
        rows={problems.map((problem, key) => ({ ...problem, key }))}
        rowKey={({ key }) => key}
      />
    </SectionCard>
  );
}

/** Returns advice on a problem. */
function remedyOf({ column, problem }: Problem): string {
  if (column === 'delivery_charge' && problem.startsWith('is missing')) {
    return 'Enter “Delivery charge of new products” when you choose the file again.';
  }
  if (problem.startsWith('is missing')) return 'Choose which column of the file has it.';
  if (column === 'stock' && problem.startsWith('cannot be')) {
    return 'Ignore the column, or ship or cancel these orders first.';
  }
  return 'Correct the cell, or ignore its column.';
}
