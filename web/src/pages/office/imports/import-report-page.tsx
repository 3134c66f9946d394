import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { BACKGROUND } from '../../../api/background';
import type { FileImportDto } from '../../../api/generated/admin-types';
import { applyCatalogImportMutation, getCatalogImportOptions } from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import { CheckField } from '../../../shared/forms/check-field';
import { plural } from '../../../shared/format';
import { PageHeader } from '../../../shared/layout/page-header';
import { Loaded } from '../../../shared/layout/loaded';
import { RelativeTime } from '../../../shared/time';
import { ImportChanges } from './import-changes';
import { ImportOutcome } from './import-outcome';
import { ImportProblems } from './import-problems';
import { pollInterval } from './import-progress';
import { outOfSaleText } from '../out-of-sale';
import { Person } from '../people/person';
import { ImportState } from './import-state';
import { NewProducts } from './new-products';

const route = getRouteApi('/signed-in/office/imports/$id');

/** Renders one import: its progress, the changes that it would make or has made, and its problems. */
export function ImportReportPage() {
  const { id } = route.useParams();
  const query = useQuery({
    ...getCatalogImportOptions({ path: { id: Number(id) } }, BACKGROUND),
    refetchInterval: ({ state }) =>
      pollInterval(state.data === undefined ? [] : [state.data.data.state]),
  });
  const found = query.data?.data;
  return (
    <>
      <PageHeader
        title={found?.file_name ?? `Import ${id}`}
        back={<Link to="/office/imports">All imports</Link>}
        detail={found !== undefined && <Origin found={found} />}
        action={
          found !== undefined &&
          (found.state === 'ready' || found.has_good_rows) && <ApplyImport found={found} />
        }
      />
      <Loaded query={query} what="The import" />
      {found !== undefined && (
        <div className="sections">
          <ImportOutcome found={found} />
          {found.report !== null && found.report.problems.length > 0 && (
            <ImportProblems
              key={id}
              id={found.id}
              report={found.report}
              isOpen={found.state === 'refused'}
            />
          )}
          {found.state !== 'refused' && <NewProducts found={found} />}
          {found.state !== 'refused' && found.changed_columns.length > 0 && (
            <ImportChanges found={found} />
          )}
        </div>
      )}
    </>
  );
}

function Origin({ found }: { found: FileImportDto }) {
  const { state, supplier, applied_by: applied, uploaded_by: uploaded, uploaded_at: at } = found;
  const { markup_percent: markup } = found;
  return (
    <>
      <ImportState state={state} />
      {supplier !== null && ` · ${supplier}`}
      {markup !== undefined && ` · prices: cost + ${markup} %`}
      {' · '}
      <Person actor={applied ?? uploaded} />
      {' · '}
      <RelativeTime at={at} />
    </>
  );
}

/** Counts the rows without a problem. */
function goodRowsOf({ rows, report }: FileImportDto): number {
  return (rows ?? 0) - new Set(report?.problems.map(({ line }) => line)).size;
}

function ApplyImport({ found }: { found: FileImportDto }) {
  const queryClient = useQueryClient();
  const apply = useMutation({
    ...applyCatalogImportMutation(),
    onSettled: () => queryClient.invalidateQueries(),
  });
  const [confirmed, setConfirmed] = useState(0);
  const outOfSale = found.report?.stock_out_of_sale ?? 0;
  const count = (found.created ?? 0) + (found.updated ?? 0);
  const isPartial = found.has_good_rows;
  return (
    <>
      {apply.error !== null && <p role="alert">{problemOf(apply.error).message}</p>}
      {outOfSale > 0 && (
        <CheckField
          label={outOfSaleText(outOfSale)}
          checked={confirmed === outOfSale}
          onChange={({ currentTarget }) => setConfirmed(currentTarget.checked ? outOfSale : 0)}
        />
      )}
      <Button
        loading={apply.isPending}
        disabled={confirmed !== outOfSale}
        onClick={() =>
          apply.mutate({
            path: { id: found.id },
            query: {
              ...(isPartial && { rows: 'good' }),
              ...(outOfSale > 0 && { confirm: 'true' }),
            },
          })
        }
      >
        {isPartial
          ? `Apply the ${plural(goodRowsOf(found), 'good row')}`
          : count === 0
            ? 'Apply'
            : `Apply to ${plural(count, 'product')}`}
      </Button>
    </>
  );
}
