import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { BACKGROUND } from '../../../api/background';
import type { ListedImportDto } from '../../../api/generated/admin-types';
import { listCatalogImportsOptions } from '../../../api/generated/admin';
import { column, type Column } from '../../../shared/lists/columns';
import { formatCount } from '../../../shared/format';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { Person } from '../people/person';
import { pollInterval } from './import-progress';
import { ImportState } from './import-state';

const route = getRouteApi('/signed-in/office/imports');

const COLUMNS: readonly Column<ListedImportDto>[] = [
  column.cell('File', ({ id, file_name }) => (
    <Link to="/office/imports/$id" params={{ id: String(id) }}>
      {file_name}
    </Link>
  )),
  column.text('Supplier', 'supplier'),
  column.cell('State', ({ state }) => <ImportState state={state} />),
  { header: 'Created', isNumber: true, cell: (found) => countOf(found, 'created') },
  { header: 'Changed', isNumber: true, cell: (found) => countOf(found, 'updated') },
  { header: 'Unchanged', isNumber: true, cell: (found) => countOf(found, 'unchanged') },
  column.wide('By', ({ applied_by: applied, uploaded_by: uploaded }) => (
    <Person actor={applied ?? uploaded} />
  )),
  column.time('When', 'uploaded_at'),
];

/** Renders the imported files, each with the person who imported it and the outcome. */
export function ImportsPage() {
  const { cursor } = route.useSearch();
  const query = usePages({
    ...listCatalogImportsOptions({ query: { cursor } }, BACKGROUND),
    refetchInterval: ({ state }) => pollInterval(state.data?.data.map((one) => one.state) ?? []),
  });
  const start = (
    <Button renderRoot={(props) => <Link to="/office/new-import" {...props} />}>Import file</Button>
  );
  return (
    <>
      <PageHeader title="Imports" back={<Link to="/office/catalog">Catalog</Link>} action={start} />
      <PagedList
        query={query}
        what="Imports"
        columns={COLUMNS}
        empty="No file was imported yet. Choose a supplier’s file as it is: you see what would change before anything is stored."
      />
    </>
  );
}

/** Writes a count, or a dash if the import stored nothing and never will. */
function countOf(found: ListedImportDto, what: 'created' | 'updated' | 'unchanged'): string {
  const count = found.state === 'refused' || found.state === 'failed' ? null : found[what];
  return count === null ? '–' : formatCount(count);
}
