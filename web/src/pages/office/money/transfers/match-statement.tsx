import { Button, FileButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  StatementMatchDto,
  StatementReportDto,
} from '../../../../api/generated/admin/admin-api.schemas';
import { matchStatementMutation } from '../../../../api/generated/admin/admin-api.tanstack';
import { problemOf } from '../../../../api/problem';
import { DataTable, type Column } from '../../../../shared/lists/data-table';
import { formatMoney, plural } from '../../../../shared/format';
import { Money } from '../../../../shared/money';
import { Notice } from '../../../../shared/layout/notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { Status, type Tone } from '../../../../shared/status';

const OUTCOMES: Record<StatementMatchDto['outcome'], { tone: Tone; label: string }> = {
  confirmed: { tone: 'ok', label: 'Confirmed' },
  confirmed_before: { tone: 'calm', label: 'Confirmed before' },
  amount_differs: { tone: 'bad', label: 'Amount differs from the claim' },
  ambiguous: { tone: 'bad', label: 'Several claims match' },
  utr_taken: { tone: 'bad', label: 'UTR already used by another receipt' },
  not_claimed: { tone: 'waiting', label: 'Not claimed' },
};

const COLUMNS: readonly Column<StatementMatchDto>[] = [
  { header: 'Line', cell: ({ line }) => line },
  { header: 'Reference', cell: ({ reference }) => <span className="mono">{reference}</span> },
  {
    header: 'Result',
    cell: ({ outcome }) => <Status tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Status>,
  },
  { header: 'Client', cell: ({ client_id }) => client_id ?? '–' },
  {
    header: 'Claimed',
    isNumber: true,
    cell: ({ claimed_amount: amount }) => (amount === null ? '–' : <Money amount={amount} />),
  },
  { header: 'Arrived', isNumber: true, cell: ({ amount }) => <Money amount={amount} /> },
];

/** Renders the upload of a bank statement: first a preview of the confirmations, then the confirmation. */
export function MatchStatement() {
  const queryClient = useQueryClient();
  const match = useMutation({
    ...matchStatementMutation(),
    onSuccess: async ({ data }) => {
      if (!data.dry_run) await queryClient.invalidateQueries();
    },
  });
  const check = (file: File | null): void => {
    if (file === null) return;
    void file.text().then((body) => match.mutate({ query: { dry_run: 'true' }, body }));
  };
  const report = match.data?.data;
  const file = match.variables?.body;
  return (
    <SectionCard
      title="Bank statement"
      aside={
        <FileButton onChange={check} accept=".csv,text/csv">
          {(props) => (
            <Button {...props} variant="default" size="compact-sm" loading={match.isPending}>
              Choose CSV file
            </Button>
          )}
        </FileButton>
      }
    >
      {report === undefined && match.error === null && (
        <p className="soft">
          Confirms the transfers with a matching UTR and amount. You see a preview first.
        </p>
      )}
      {match.error !== null && (
        <Notice tone="bad" title="The statement could not be read." isAlert>
          {problemOf(match.error).message}
        </Notice>
      )}
      {report !== undefined && (
        <Report
          report={report}
          isBusy={match.isPending}
          onConfirm={() => file !== undefined && match.mutate({ query: {}, body: file })}
        />
      )}
    </SectionCard>
  );
}

interface ReportProps {
  report: StatementReportDto;
  isBusy: boolean;
  onConfirm: () => void;
}

function Report({ report, isBusy, onConfirm }: ReportProps) {
  const { dry_run: isDryRun, confirmed, rows, matches, problems } = report;
  const sum = matches
    .filter(({ outcome }) => outcome === 'confirmed')
    .reduce((total, { amount }) => total + amount, 0);
  const found = `${plural(confirmed, 'transfer')} of ${plural(rows, 'row')}, ${formatMoney(sum)}`;
  return (
    <>
      <div role="status">
        <Notice tone="ok" title={isDryRun ? `Would confirm ${found}.` : `Confirmed ${found}.`}>
          {problems.map(({ line, problem }) => (
            <p key={line}>{`Line ${line} ${problem}.`}</p>
          ))}
        </Notice>
      </div>
      {isDryRun && confirmed > 0 && (
        <Button onClick={onConfirm} disabled={isBusy}>
          {isBusy ? 'Confirming…' : `Confirm ${plural(confirmed, 'transfer')}`}
        </Button>
      )}
      {matches.length > 0 && (
        <DataTable
          caption="Rows of the statement"
          columns={COLUMNS}
          rows={matches}
          rowKey={({ line }) => line}
        />
      )}
    </>
  );
}
