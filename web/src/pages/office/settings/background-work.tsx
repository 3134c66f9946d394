import { useQuery } from '@tanstack/react-query';
import type { JobDto } from '../../../api/generated/admin-types';
import { listJobsOptions } from '../../../api/generated/admin';
import { SectionCard } from '../../../shared/layout/section-card';
import { column, type Column } from '../../../shared/lists/columns';
import { ListView } from '../../../shared/lists/list-view';
import { Status } from '../../../shared/status';
import { RelativeTime } from '../../../shared/time';

const COLUMNS: readonly Column<JobDto>[] = [
  column.cell('Job', ({ job }) =>
    job.replace(/Job$/, '').replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  ),
  column.cell('Succeeded', ({ succeeded_at: at }) =>
    at === null ? 'Not yet' : <RelativeTime at={at} />,
  ),
  column.cell('Failed', ({ failed_at: at }) => (at === null ? 'Never' : <RelativeTime at={at} />)),
  column.cell('State', ({ late }) =>
    late ? <Status tone="bad">Late</Status> : <Status tone="ok">On time</Status>,
  ),
];

/** Renders the periodic jobs with their latest runs. */
export function BackgroundWork() {
  const query = useQuery(listJobsOptions());
  return (
    <SectionCard title="Background work">
      <ListView
        query={query}
        what="Jobs"
        columns={COLUMNS}
        rowKey={({ job }) => job}
        empty="No job has run yet."
      />
    </SectionCard>
  );
}
