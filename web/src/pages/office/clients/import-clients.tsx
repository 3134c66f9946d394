import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CLIENT_COLUMNS,
  CLIENT_FIELDS,
} from '../../../../../src/dashboard/clients/client-file/client-row.js';
import type { ClientRowOutcomeDto } from '../../../api/generated/admin-types';
import { createTokenMutation, importClientsMutation } from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import { useMay } from '../../../frame/session';
import { FileField } from '../../../shared/forms/file-field';
import { plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { ProblemNotice } from '../../../shared/layout/problem-notice';
import { SectionCard } from '../../../shared/layout/section-card';
import { csvAddress } from '../../../shared/lists/csv-address';
import { column, type Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { FileRowResult } from '../../../table-file/file-row-result';
import { fileToSend, useUploadColumns } from '../../../table-file/use-upload-columns';

/** A row of the file with the secrets that its client got. */
interface Row extends ClientRowOutcomeDto {
  token?: string;
  tokenProblem?: string;
}

interface Report {
  isPreview: boolean;
  rows: readonly Row[];
}

const TEMPLATE = csvAddress(CLIENT_COLUMNS, []);

const OTHER_COLUMNS = CLIENT_FIELDS.filter(({ isNeeded }) => !isNeeded)
  .map(({ column }) => column)
  .join(', ');

/** Renders the import of clients from a file: a preview with all problems, then the creation of the others. */
export function ImportClients({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const send = useImport();
  const upload = useUploadColumns('clients', CLIENT_FIELDS, (read) => {
    const ready = fileToSend(read);
    setFile(ready);
    if (ready === null) send.reset();
    else send.mutate({ file: ready, isPreview: true });
  });
  const report = send.data;
  const toCreate = report?.rows.filter(({ outcome }) => outcome === 'created').length ?? 0;
  return (
    <SectionCard
      title="Clients of a file"
      aside={
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="sections">
        <FileField
          label={upload.file === null ? 'Choose a file of clients' : 'Choose another file'}
          description={
            upload.file?.name ??
            'CSV or Excel (.xlsx) with a client in each row. Nothing is stored before you have seen it'
          }
          accept=".csv,.txt,.xlsx,text/csv"
          isDisabled={send.isPending}
          onFile={upload.take}
        />
        {upload.file === null && (
          <p className="soft small">
            The columns company and owner_email are needed; {OTHER_COLUMNS} may be there. ends_on is
            the first day without access. The owners are invited by mail.{' '}
            <a href={TEMPLATE} download="clients.csv">
              Download an empty file
            </a>
          </p>
        )}
        {upload.view}
        <ProblemNotice error={send.error} title="The file could not be read." />
        {report !== undefined && <Outcome report={report} />}
        {report?.isPreview === true && toCreate > 0 && file !== null && (
          <div>
            <Button
              loading={send.isPending}
              onClick={() => send.mutate({ file, isPreview: false })}
            >
              {`Create ${plural(toCreate, 'client')}`}
            </Button>
          </div>
        )}
      </div>
    </SectionCard>
  );
}

/** Sends the file, and creates a token for the domain of each client that was created. */
function useImport() {
  const queryClient = useQueryClient();
  const mayMakeTokens = useMay('tokens:write');
  const { mutationFn: send } = importClientsMutation();
  const { mutationFn: createToken } = createTokenMutation();
  const withToken = async (row: ClientRowOutcomeDto): Promise<Row> => {
    const { outcome, domain, client_id: id } = row;
    if (outcome !== 'created' || !domain || id === undefined || !mayMakeTokens) return row;
    try {
      const { data } = await createToken({ path: { id }, body: { domain } });
      return { ...row, token: data.token };
    } catch (error) {
      // The client exists, so the token has to be created on its page.
      return { ...row, tokenProblem: problemOf(error).message };
    }
  };
  return useMutation({
    mutationFn: async (sent: { file: File; isPreview: boolean }): Promise<Report> => {
      const { isPreview } = sent;
      const { data } = await send({
        query: isPreview ? { dry_run: 'true' } : {},
        // The service recognizes text and workbooks by their bytes. The client sends a file as it is.
        body: sent.file as unknown as string,
      });
      if (isPreview) return { isPreview, rows: data };
      const rows: Row[] = [];
      for (const row of data) rows.push(await withToken(row));
      return { isPreview, rows };
    },
    onSuccess: async ({ isPreview }) => {
      if (!isPreview) await queryClient.invalidateQueries();
    },
  });
}

function Outcome({ report: { isPreview, rows } }: { report: Report }) {
  const count = (wanted: Row['outcome']): number =>
    rows.filter(({ outcome }) => outcome === wanted).length;
  const [created, known, refused] = [count('created'), count('known'), count('refused')];
  const secrets = rows.filter((row) => row.token ?? row.owner_invitation_link);
  return (
    <div role="status" className="sections">
      <Notice
        tone={refused > 0 ? 'waiting' : 'ok'}
        title={`${plural(created, 'client')} ${isPreview ? 'can be' : 'were'} created.`}
      >
        {known > 0 && (
          <p>{`${plural(known, 'row')} of clients that are there already: nothing changes.`}</p>
        )}
        {refused > 0 && (
          <p>{`${plural(refused, 'row')} with problems: correct them in the file and choose it again. The others are not created twice.`}</p>
        )}
        {secrets.length > 0 && (
          <p>
            <a href={secretsFile(secrets)} download="new-clients.csv">
              Download the tokens and invitation links
            </a>{' '}
            They are shown only now.
          </p>
        )}
      </Notice>
      <DataTable
        caption="Rows of the file"
        columns={columnsOf(isPreview)}
        rows={rows.toSorted((one, other) => rank(one) - rank(other))}
        rowKey={({ line }) => line}
      />
    </div>
  );
}

function columnsOf(isPreview: boolean): readonly Column<Row>[] {
  return [
    column.cell('Company', ({ company }) => company || '–'),
    column.text('Row', 'line'),
    column.wide('Result', (row) => (
      <FileRowResult
        tone={TONES[row.outcome]}
        label={labelOf(row, isPreview)}
        text={row.tokenProblem ? `Its token was not made: ${row.tokenProblem}` : problemsText(row)}
      />
    )),
  ];
}

const TONES = { created: 'ok', known: 'calm', refused: 'bad' } as const;

function labelOf({ outcome }: Row, isPreview: boolean): string {
  if (outcome === 'refused') return isPreview ? 'Cannot be created' : 'Not created';
  if (outcome === 'known') return 'Is a client already';
  return isPreview ? 'In order' : 'Created';
}

function problemsText({ problems }: Row): string {
  return problems
    .map(({ column, value, problem }) =>
      [column?.replaceAll('_', ' '), value && `“${value}”`, problem].filter(Boolean).join(' '),
    )
    .join('; ');
}

/** Sorts rows with problems to the top. */
function rank({ outcome, line }: Row): number {
  return outcome === 'refused' ? line : line + 1_000_000;
}

function secretsFile(rows: readonly Row[]): string {
  return csvAddress(
    ['company', 'domain', 'token', 'owner_invitation_link'],
    rows.map((row) => [row.company, row.domain, row.token, row.owner_invitation_link]),
  );
}
