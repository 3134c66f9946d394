import type { DayReportDto, MovementDto } from '../../../../api/generated/admin-types';
import { formatCount, formatMoney, sumOf } from '../../../../shared/format';
import { Money } from '../../../../shared/money';
import { Notice } from '../../../../shared/layout/notice';
import classes from './closing.module.css';

/** Movements of all wallets in a day or a month. */
type Report = Omit<DayReportDto, 'date' | 'time_zone'>;

/** Renders a closing for accountants: opening balance, each kind of movement, closing balance, and the check. */
export function Closing({ report }: { report: Report }) {
  const { wallets, balanced, difference } = report;
  const lines = linesOf(report);
  const moved = sumOf(lines.map(([, { amount }]) => amount));
  return (
    <>
      <table className={classes.closing}>
        <thead>
          <tr>
            <th scope="col">All wallets</th>
            <th scope="col">Number</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          <Balance name="Opening balance" amount={wallets.opening} />
        </tbody>
        <tbody>
          {lines.map(([name, { count, amount }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatCount(count)}</td>
              <td>
                <Money amount={amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tbody>
          <Balance name="Closing balance" amount={wallets.closing} />
        </tbody>
      </table>
      <div className={classes.proof}>
        {balanced ? (
          <Notice tone="ok" title="It balances.">
            <p>
              {`${formatMoney(wallets.opening)} ${moved < 0 ? '−' : '+'} ${formatMoney(Math.abs(moved))} = ${formatMoney(wallets.closing)}`}
            </p>
          </Notice>
        ) : (
          <Notice
            tone="bad"
            title={`It does not balance: ${formatMoney(difference)} is unexplained.`}
          >
            <p>
              Run “ledger:verify” on the command line, and do not close the books before it is
              explained.
            </p>
          </Notice>
        )}
      </div>
    </>
  );
}

function Balance({ name, amount }: { name: string; amount: number }) {
  return (
    <tr data-total>
      <th scope="row">{name}</th>
      <td />
      <td>
        <Money amount={amount} />
      </td>
    </tr>
  );
}

function linesOf(report: Report): [name: string, movement: MovementDto][] {
  const { receipts } = report;
  const { set_aside: aside } = report;
  const rare: [name: string, movement: MovementDto][] = [
    [aside.amount < 0 ? 'Set aside for payouts that wait' : 'No longer set aside', aside],
    ['Taken over', report.openings],
    ['Disputed at the gateway', report.disputes],
    ['Debts of clients', report.debts],
    [report.credits.amount < 0 ? 'Orders on account paid' : 'Bought on account', report.credits],
  ];
  return [
    ['Receipts: bank', receipts.bank],
    ['Receipts: cash', receipts.cash],
    ['Receipts: other', receipts.other],
    ['Receipts: gateway', receipts.gateway],
    ['Receipts reversed', report.reversals],
    ['Orders paid', report.settles],
    ['Refunds of orders', report.refunds],
    ['Payouts', report.payouts],
    ['Corrections', report.adjustments],
    ...rare.filter(([, { amount }]) => amount !== 0),
  ];
}
