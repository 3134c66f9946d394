import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TallyMonthDto } from '../../../../api/generated/admin-types';
import {
  checkTallyMonthOptions,
  getSalesVouchersOptions,
  putSalesVouchersMutation,
} from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { FormButton } from '../../../../shared/forms/form-button';
import { formatMonth, plural, shopToday } from '../../../../shared/format';
import { Loaded } from '../../../../shared/layout/loaded';
import { SectionCard } from '../../../../shared/layout/section-card';
import { column, type Column } from '../../../../shared/lists/columns';
import { DataTable } from '../../../../shared/lists/data-table';
import { DownloadFile } from '../../../../shared/lists/download';
import { Money } from '../../../../shared/money';
import classes from './closing.module.css';

const SALES = '/admin/reports/tally';
const MASTERS = `${SALES}/masters`;
const LABEL = 'Download for Tally';
const AUDIT = 'Download journals for auditors';

type Rate = TallyMonthDto['rates'][number];

function sumColumn(header: string, sumOf: (rate: Rate) => number): Column<Rate> {
  return { header, isNumber: true, cell: (rate) => <Money amount={sumOf(rate)} /> };
}

const RATES: readonly Column<Rate>[] = [
  column.cell('Rate', ({ rate }) => `${rate} %`),
  sumColumn('Taxable', ({ taxable }) => taxable),
  sumColumn('CGST', ({ cgst }) => cgst),
  sumColumn('SGST', ({ sgst }) => sgst),
  sumColumn('IGST', ({ igst }) => igst),
];

/** Renders a month's file for Tally: vouchers of sales with the sums of the GST return, or journals for auditors. */
export function TallyExport({ month }: { month: string }) {
  const mayChoose = useMay('money:write');
  const { data } = useQuery(getSalesVouchersOptions());
  const from = data?.data.from_month ?? null;
  const hasSales = from !== null && month >= from;
  return (
    <SectionCard
      title="Books of sales for Tally"
      aside={mayChoose && data !== undefined && <ChooseMonth from={from} month={month} />}
    >
      {data !== undefined &&
        (hasSales ? <Sales month={month} /> : <Journals month={month} from={from} />)}
    </SectionCard>
  );
}

function ChooseMonth({ from, month }: { from: string | null; month: string }) {
  return (
    <FormButton
      label={from === null ? 'Set the first month…' : 'Change the first month…'}
      title="First month with sales vouchers"
      action="Save month"
      initialValues={{ from_month: from ?? month }}
      send={({ from_month }) =>
        putSalesVouchersMutation().mutationFn({
          body: { from_month: from_month === '' ? null : from_month },
        })
      }
    >
      {(_, field) => (
        <>
          <p className="soft small">
            From this month on, the file has each invoice, credit note and payment. Earlier months
            keep journals for an auditor, so that Tally counts no sale twice. Empty: journals in
            every month.
          </p>
          <TextInput
            label="First month"
            type="month"
            max={shopToday().slice(0, 7)}
            data-autofocus
            {...field('from_month')}
          />
        </>
      )}
    </FormButton>
  );
}

function Journals({ month, from }: { month: string; from: string | null }) {
  return (
    <>
      <p className="soft">
        {from === null
          ? 'To send sales to Tally, first set the month from which it gets them. '
          : `Tally gets your sales from ${formatMonth(from)} on. `}
        Before that there are only journals, for an auditor: do not import them into your own books.
      </p>
      <div className={`${classes.files} no-print`}>
        <DownloadFile
          path="/admin/ledger/export"
          filter={{ month, format: 'tally' }}
          label={AUDIT}
        />
        <DownloadFile path={MASTERS} label="Download ledgers" />
      </div>
    </>
  );
}

function Sales({ month }: { month: string }) {
  const query = useQuery(checkTallyMonthOptions({ query: { month } }));
  return (
    <Loaded query={query} what="The sales" rows={4}>
      {({ data }) => (
        <>
          <DataTable
            caption={`Sales of ${formatMonth(month)}`}
            rows={data.rates}
            columns={RATES}
            rowKey={({ rate }) => rate}
          />
          <p className="soft small">
            In Tally, import the ledgers at Import → Masters, then the file at Import →
            Transactions. Tally’s sales must then be these, which are those of GSTR-1. Paid and not
            invoiced yet: <Money amount={data.paid_not_invoiced} />.
          </p>
          <div className={`${classes.files} no-print`}>
            {data.problems.length === 0 ? (
              <DownloadFile
                path={SALES}
                filter={{ month }}
                label={data.running ? `${LABEL}, so far` : LABEL}
              />
            ) : (
              <ConfirmButton
                label={`${LABEL}…`}
                title={`The file of ${formatMonth(month)} is not complete`}
                action="Download it as it is"
                busy="Downloading…"
                send={() => Promise.resolve(location.assign(`${SALES}?month=${month}`))}
              >
                <Problems month={data} />
              </ConfirmButton>
            )}
            <DownloadFile path={MASTERS} label="Download ledgers" />
          </div>
        </>
      )}
    </Loaded>
  );
}

function Problems({ month: { problems } }: { month: TallyMonthDto }) {
  return (
    <ul>
      {problems.map(({ code, count }) => (
        <li key={code}>
          {code === 'shipments_without_invoice' ? (
            <>
              {plural(count, 'shipment')} without an invoice: their sales are in no voucher.{' '}
              <Link to="/office/invoices" search={{ tab: 'missing' }}>
                Show them
              </Link>
            </>
          ) : (
            `${plural(count, 'document')} issued after the month was closed. Import the file again if you imported it before.`
          )}
        </li>
      ))}
    </ul>
  );
}
