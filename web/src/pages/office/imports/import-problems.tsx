import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FileImportDto } from '../../../api/generated/admin-types';
import { correctCatalogImportMutation } from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import { column, type Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { DownloadTable } from '../../../shared/lists/download';
import { plural } from '../../../shared/format';
import { SectionCard } from '../../../shared/layout/section-card';
import { useColumnLabels } from './use-column-labels';

type Report = NonNullable<FileImportDto['report']>;
type Problem = Report['problems'][number] & { key: string };

interface ImportProblemsProps {
  id: number;
  report: Report;
  /** True if a person may correct the cells here. */
  isOpen: boolean;
}

/** Renders the problems of a file by row. Cells can be corrected here and checked again, or downloaded and imported. */
export function ImportProblems({ id, report, isOpen }: ImportProblemsProps) {
  const labelOf = useColumnLabels();
  const { values, set, check } = useCorrections(id);
  const { problems, more_problems: hasMore } = report;
  const columns: readonly Column<Problem>[] = [
    column.cell('Row', ({ line }) => <span className="number">{`Row ${line}`}</span>),
    column.code('SKU', 'sku'),
    column.cell('Column', ({ column }) => (column === null ? '–' : labelOf(column))),
    column.cell('Value', ({ key, line, column, value }) =>
      column === null || value === undefined || !isOpen ? (
        (value ?? '–')
      ) : (
        <TextInput
          aria-label={`${labelOf(column)} of row ${line}`}
          size="xs"
          value={values.get(key) ?? value}
          onChange={({ currentTarget }) => set(key, currentTarget.value)}
        />
      ),
    ),
    column.wide('Problem, and what helps', (found) => `${found.problem}. ${remedyOf(found)}`),
  ];
  return (
    <SectionCard
      title={`${plural(problems.length, 'problem')}${hasMore === true ? ', and more' : ''}`}
      aside={
        <div className="buttons">
          <DownloadTable
            path={`/admin/catalog-imports/${id}/problems/export`}
            label="Download these rows"
          />
          {isOpen && (
            <Button
              size="compact-sm"
              variant="default"
              loading={check.isPending}
              disabled={values.size === 0}
              onClick={() => check.mutate()}
            >
              {values.size === 0
                ? 'Check again'
                : `Check ${plural(values.size, 'correction')} again`}
            </Button>
          )}
        </div>
      }
    >
      {check.error !== null && <p role="alert">{problemOf(check.error).message}</p>}
      <DataTable
        caption="Problems of the file"
        columns={columns}
        rows={problems.map((problem) => ({ ...problem, key: keyOf(problem) }))}
        rowKey={({ key, problem }) => key + problem}
      />
    </SectionCard>
  );
}

/** Collects corrected cells, and checks the file again with them, as another import. */
function useCorrections(id: number) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutationFn } = correctCatalogImportMutation();
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const check = useMutation({
    mutationFn: () => {
      const corrections = [...values].map(([key, value]) => {
        const [line, column] = JSON.parse(key) as [number, string];
        return { line, column, value };
      });
      return mutationFn({ path: { id }, body: { corrections } });
    },
    onSuccess: async ({ data }) => {
      setValues(new Map());
      await queryClient.invalidateQueries();
      await navigate({ to: '/office/imports/$id', params: { id: String(data.id) } });
    },
  });
  const set = (key: string, value: string): void =>
    setValues((before) => new Map(before).set(key, value));
  return { values, set, check };
}

function keyOf({ line, column }: Report['problems'][number]): string {
  return JSON.stringify([line, column]);
}

/** Finds advice on a problem. */
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
