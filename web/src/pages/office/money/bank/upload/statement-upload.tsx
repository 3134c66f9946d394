import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { STATEMENT_FIELDS } from '../../../../../../../src/money/bank/statement-file/fields.js';
import type {
  BankAccountRecordDto,
  StatementReportDto,
} from '../../../../../api/generated/admin-types';
import { changeBankAccountMutation } from '../../../../../api/generated/admin';
import { problemOf } from '../../../../../api/problem';
import { approvalIn } from '../../../../../api/waiting';
import { FileField } from '../../../../../shared/forms/file-field';
import { formatCount, formatMoney, plural } from '../../../../../shared/format';
import { Notice } from '../../../../../shared/layout/notice';
import { ProblemNotice } from '../../../../../shared/layout/problem-notice';
import { ColumnTable } from '../../../../../table-file/column-table';
import classes from '../bank.module.css';
import { inWordsOfPages } from '../in-words';
import { EarlierConfirmed, ReportedLines } from './statement-rows';
import { useStatement, type DateAnswers, type StatementColumns } from './use-statement';

interface DateAnswer {
  label: string;
  dates: DateAnswers;
}

/** Questions about the dates of a file, by the code of the refusal that asks. */
const QUESTIONS: Partial<Record<string, { title: string; answers: DateAnswer[] }>> = {
  date_order_unclear: {
    title: 'Is the day first in its dates, or the month?',
    answers: [
      { label: 'The day is first', dates: { day_first: 'true' } },
      { label: 'The month is first', dates: { day_first: 'false' } },
    ],
  },
  date_cells_unclear: {
    title: 'Has a spreadsheet exchanged day and month?',
    answers: [
      { label: 'The dates are right as shown', dates: { exchange_date_cells: 'false' } },
      { label: 'Day and month are exchanged', dates: { exchange_date_cells: 'true' } },
    ],
  },
};

/** Renders the upload of a bank statement: what it says, what it would confirm, and then the lines. */
export function StatementUpload({ account }: { account: BankAccountRecordDto }) {
  const { file, columns, reading, storing, choose, answer, setColumns, readAgain, store } =
    useStatement(account);
  const isBusy = reading.isPending || storing.isPending;
  const outcome = (storing.data ?? reading.data)?.data;
  const isWaiting = outcome !== undefined && 'approval' in outcome;
  const report = isWaiting ? undefined : outcome;
  // PasswordGate asks for the password in its own dialog, above the preview.
  const isAsked = storing.error !== null && problemOf(storing.error).code === 'password_required';
  const storeError = isAsked ? null : storing.error;
  const error = storeError ?? reading.error;
  const question = error === null ? undefined : QUESTIONS[problemOf(error).code];
  const isShown = report !== undefined && error === null;
  const columnsOfFile = columns !== null && (
    <Columns
      key={`${file?.name} ${error === null}`}
      columns={columns}
      isOpen={error !== null && question === undefined}
      isBusy={isBusy}
      onChoose={setColumns}
      onRead={readAgain}
    />
  );
  return (
    <div className={classes.upload}>
      <FileField
        isSmall
        label={file === null ? 'Choose a statement, or drop it here' : 'Choose another statement'}
        description={
          file === null ? 'CSV, text or Excel' : `${file.name}${isBusy ? ', being read…' : ''}`
        }
        accept=".csv,.txt,.tsv,.xls,.xlsx,text/csv"
        isDisabled={isBusy}
        onFile={choose}
      />
      {question !== undefined && (
        <Notice tone="waiting" title={question.title} isAlert>
          {/* Without the remedy of scripts. */}
          <p>{inWordsOfPages(problemOf(error).message.replace(/ Send it with .*/, ''))}</p>
          <Answers answers={question.answers} isBusy={isBusy} onAnswer={answer} />
        </Notice>
      )}
      {question === undefined && (
        <ProblemNotice error={storeError} title="The statement was not stored." />
      )}
      {question === undefined && storeError === null && error !== null && (
        <Notice tone="bad" title="The statement could not be read." isAlert>
          {inWordsOfPages(problemOf(error).message)}
        </Notice>
      )}
      {isWaiting && error === null && (
        <Notice tone="waiting" title="The statement waits for another person.">
          Nothing is stored until another person approves it under Approvals.
        </Notice>
      )}
      {!isShown && columnsOfFile}
      {isShown && (
        <>
          <AccountNumber account={account} last4={report.account_last4} />
          <Report report={report} isBusy={isBusy} onStore={() => store(report.gap !== null)}>
            {columnsOfFile}
          </Report>
        </>
      )}
    </div>
  );
}

interface AccountNumberProps {
  account: BankAccountRecordDto;
  /** The last digits of the account number that the file names; null: it names none. */
  last4: string | null;
}

/** Offers the account number of a file to an account that has none. */
function AccountNumber({ account: { id, name, account_last4: known }, last4 }: AccountNumberProps) {
  const queryClient = useQueryClient();
  const use = useMutation({
    mutationFn: (number: string) =>
      changeBankAccountMutation().mutationFn({ path: { id }, body: { account_last4: number } }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  if (last4 === null || known !== null) return null;
  // A dialog has said who approves it, and where.
  if (approvalIn(use.data) !== null) {
    return (
      <p className="soft">{`The number …${last4} is ${name}’s once another person approves it.`}</p>
    );
  }
  return (
    <Notice tone="waiting">
      <span className={classes.decisions}>
        {`This file is of account …${last4}. If you use it for ${name}, statements of other accounts are refused.`}
        <Button
          variant="default"
          size="compact-sm"
          disabled={use.isPending}
          onClick={() => use.mutate(last4)}
        >
          {`Use …${last4}`}
        </Button>
      </span>
      <ProblemNotice error={use.error} title="The account number was not saved." />
    </Notice>
  );
}

interface AnswersProps {
  answers: readonly DateAnswer[];
  isBusy: boolean;
  onAnswer: (dates: DateAnswers) => void;
}

function Answers({ answers, isBusy, onAnswer }: AnswersProps) {
  return (
    <span className={classes.decisions}>
      {answers.map(({ label, dates }) => (
        <Button key={label} variant="default" disabled={isBusy} onClick={() => onAnswer(dates)}>
          {label}
        </Button>
      ))}
    </span>
  );
}

interface ColumnsProps {
  columns: StatementColumns;
  isOpen: boolean;
  isBusy: boolean;
  onChoose: (chosen: ReadonlyMap<string, string>) => void;
  onRead: () => void;
}

function Columns({ columns, isOpen, isBusy, onChoose, onRead }: ColumnsProps) {
  const { table, header, bank, problem } = columns;
  const form = bank === null ? 'as their names say, or as chosen' : `the form of ${bank}`;
  return (
    <details className={classes.columns} open={isOpen}>
      <summary>{`Columns: ${form}`}</summary>
      <div className={classes.stack}>
        <ColumnTable
          rows={table.rows}
          header={header}
          columns={columns.columns}
          fields={STATEMENT_FIELDS}
          onChoose={onChoose}
        />
        {problem !== null && (
          <Notice tone="bad" isAlert>
            {problem}
          </Notice>
        )}
        <Button variant="default" disabled={isBusy || problem !== null} onClick={onRead}>
          Read by these columns
        </Button>
      </div>
    </details>
  );
}

interface ReportProps {
  report: StatementReportDto;
  isBusy: boolean;
  onStore: () => void;
  /** The columns of the file. */
  children: ReactNode;
}

function Report({ report, isBusy, onStore, children }: ReportProps) {
  const { dry_run: isDryRun, confirmed, rows, debit_rows: debits, new_rows: added, gap } = report;
  const found = `${formatCount(confirmed)} of ${plural(rows, 'line')} with money in`;
  return (
    <>
      <div role="status" className={classes.stack}>
        <Notice
          tone={report.balance_problem === null ? 'ok' : 'bad'}
          title={`${found} ${isDryRun ? 'would confirm' : 'confirmed'} a transfer.`}
        >
          <p>
            {`${sumsOf(report)}. ${plural(debits, 'line')} with money out, ${plural(added, 'new line')}, ${plural(report.ignored_rows.length, 'row')} left out.`}
          </p>
          {report.problems.map(({ line, problem }) => (
            <p key={line}>{inWordsOfPages(`Line ${line} ${problem}.`)}</p>
          ))}
        </Notice>
      </div>
      {gap !== null && (
        <Notice tone="bad" title="Is it a statement of this account?" isAlert>
          {inWordsOfPages(gap)}
        </Notice>
      )}
      {isDryRun && added > 0 && (
        <Button onClick={onStore} disabled={isBusy}>
          {isBusy
            ? 'Storing…'
            : `${gap === null ? 'Store' : 'Yes, store'} ${plural(added, 'line')}`}
        </Button>
      )}
      {children}
      {isDryRun && <ReportedLines rows={report.lines} />}
      <EarlierConfirmed rows={report.earlier_confirmed} />
    </>
  );
}

/** Writes the sentence with the three numbers of a statement: opening, lines, closing. */
function sumsOf(report: StatementReportDto): string {
  const { money_in: moneyIn, money_out: moneyOut } = report;
  const { opening_balance: opening, closing_balance: closing } = report;
  const moved = `+ ${formatMoney(moneyIn)} in − ${formatMoney(moneyOut)} out`;
  if (opening === null || closing === null) return `${moved}. The file has no balances`;
  const sign = report.balance_problem === null ? '=' : '≠';
  return `Opening ${formatMoney(opening)} ${moved} ${sign} closing ${formatMoney(closing)}`;
}
