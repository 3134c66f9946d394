import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EInvoiceOutcomeDto, WaitingEInvoiceDto } from '../../../../api/generated/admin-types';
import {
  importRegistrationsMutation,
  listUnregisteredDocumentsOptions,
} from '../../../../api/generated/admin';
import { problemOf } from '../../../../api/problem';
import { useMay } from '../../../../frame/session';
import { FileField } from '../../../../shared/forms/file-field';
import { formatDay, plural } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { ProblemNotice } from '../../../../shared/layout/problem-notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { column, type Column } from '../../../../shared/lists/columns';
import { DownloadFile } from '../../../../shared/lists/download';
import { PagedList, usePages } from '../../../../shared/lists/list-view';
import { Status } from '../../../../shared/status';
import { ClientLink } from '../../client/client-link';
import { DocumentLink } from '../../invoices/document-link';
import { EWayBills } from './e-way-bills';
import { useCursor } from '../../../../shared/lists/pager';

const PROBLEMS_SHOWN = 20;

const COLUMNS: readonly Column<WaitingEInvoiceDto>[] = [
  column.cell('Document', ({ id, number }) => <DocumentLink id={id} number={number} />),
  column.cell('Client', ({ client_id, client_name }) => (
    <ClientLink id={client_id} name={client_name} />
  )),
  column.day('Date', 'issued_on'),
  column.money('Total', 'total'),
  column.cell('Register until', ({ due_on, late }) => (
    <Status tone={late ? 'bad' : 'waiting'}>{`${formatDay(due_on)}${late ? ', late' : ''}`}</Status>
  )),
  column.wide('In the file', ({ problems }) =>
    problems.length === 0 ? (
      <Status tone="ok">Yes</Status>
    ) : (
      <>
        <Status tone="bad">No</Status> {problems.join(' ')}
      </>
    ),
  ),
];

/** Renders the documents that the tax office has to register: what waits, the file for its portal, and what came back. */
export function EInvoicesTab() {
  const query = usePages(listUnregisteredDocumentsOptions({ query: { cursor: useCursor() } }));
  const mayTake = useMay('tax:write');
  if (query.error !== null && problemOf(query.error).code === 'e_invoices_off') {
    return (
      <div className="sections">
        <NoDuty />
        <EWayBills />
      </div>
    );
  }
  return (
    <div className="sections">
      <SectionCard
        title="Documents to register"
        aside={<DownloadFile path="/admin/e-invoices/file" label="Download file (INV-01)" />}
      >
        <PagedList
          query={query}
          what="Documents to register"
          columns={COLUMNS}
          empty="No document waits for its registration."
        />
      </SectionCard>
      {mayTake && <Results />}
      <EWayBills />
    </div>
  );
}

/** Renders that no document has to be registered yet, and where that changes. */
function NoDuty() {
  return (
    <Notice tone="calm" title="You do not have to register invoices.">
      <p>
        Once your turnover makes e-invoices a duty, set “E-invoices from” in the{' '}
        <Link to="/office/settings">tax profile</Link>. Documents of that day and later are listed
        here.
      </p>
    </Notice>
  );
}

/** Renders the upload of the portal's answers, with the rows that were refused. */
function Results() {
  const queryClient = useQueryClient();
  const take = useMutation({
    ...importRegistrationsMutation(),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <SectionCard title="Answers of the portal">
      <FileField
        label={take.isPending ? 'Storing the answers…' : 'File of answers'}
        description="A CSV or Excel file with the columns number, gstin, irn, ack_no, ack_date, signed_qr. Sending it again changes nothing."
        accept=".csv,.txt,.xlsx,text/csv"
        isDisabled={take.isPending}
        // The service recognizes text and workbooks by their bytes. The client sends a file as it is.
        onFile={(file) => take.mutate({ body: file as unknown as string })}
      />
      <ProblemNotice error={take.error} title="The answers were not stored." />
      {take.data !== undefined && <Outcomes outcomes={take.data.data} />}
    </SectionCard>
  );
}

function Outcomes({ outcomes }: { outcomes: readonly EInvoiceOutcomeDto[] }) {
  const count = (wanted: string): number =>
    outcomes.filter(({ outcome }) => outcome === wanted).length;
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
  const unchanged = count('unchanged');
  return (
    <Notice
      tone={refused.length === 0 ? 'ok' : 'bad'}
      title={`${plural(count('registered'), 'document')} registered, ${refused.length} refused.`}
      isAlert
    >
      {unchanged > 0 && <p>{`${plural(unchanged, 'document')} had the same answer before.`}</p>}
      {refused.slice(0, PROBLEMS_SHOWN).map(({ line, problem }) => (
        <p key={line}>{`Line ${line}: ${problem}`}</p>
      ))}
      {refused.length > PROBLEMS_SHOWN && <p>{`And ${refused.length - PROBLEMS_SHOWN} more.`}</p>}
    </Notice>
  );
}
