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
      title="Tally"
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
      label="Sales vouchers from…"
      title="Sales vouchers for Tally"
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
            From this month on, the file has a voucher for each invoice and credit note, and all
            money of a client in one ledger. Earlier months keep their journals, so that no sale is
            counted twice. Leave it empty for journals in every month.
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
          ? 'No month has sales vouchers yet. '
          : `Sales vouchers begin in ${formatMonth(from)}. `}
        The file of {formatMonth(month)} has journals for auditors, in types of vouchers of their
        own: it is not for the books of sales.
      </p>
      <div className={`${classes.files} no-print`}>
        <DownloadFile
          path="/admin/ledger/export"
          filter={{ month, format: 'tally' }}
          label={LABEL}
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
            Less credit notes, as in GSTR-1. Paid but not invoiced at the end of the month:{' '}
            <Money amount={data.paid_not_invoiced} />, in Tally the credit of the parties.
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
