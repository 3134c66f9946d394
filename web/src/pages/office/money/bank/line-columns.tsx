import type { BankLineDto } from '../../../../api/generated/admin-types';
import { formatDay, formatMoney, formatMonth, shopToday } from '../../../../shared/format';
import classes from './bank.module.css';

type Line = Pick<BankLineDto, 'reference' | 'description' | 'direction' | 'amount'>;

/** Renders what the bank says about a line. */
export function LineText({ line: { reference, description } }: { line: Line }) {
  return (
    <div className={classes.line}>
      <span className="mono">{reference ?? '–'}</span>
      <br />
      <span className="soft small">{description}</span>
    </div>
  );
}

/** Returns the amount of a line; below zero if it went out. */
export function signedAmount({ direction, amount }: Line): number {
  return direction === 'in' ? amount : -amount;
}

/** Renders what the bank says about the line of a dialog. */
export function LineFacts({ line }: { line: BankLineDto }) {
  const { date, reference, description } = line;
  const texts = [formatDay(date), formatMoney(signedAmount(line)), reference, description];
  return <p className="soft small">{texts.filter((text) => text !== null).join(' · ')}</p>;
}

/** Renders a line that is about to be booked, and says in whose month its entry will stand if that is not the bank's. */
export function LineToBook({ line }: { line: BankLineDto }) {
  const today = shopToday();
  return (
    <>
      <LineFacts line={line} />
      {isLate(line.date, today) && (
        <p>{`The entry stands on ${formatDay(today)}, in the books of ${formatMonth(today.slice(0, 7))}, not on the bank’s day.`}</p>
      )}
    </>
  );
}

/** Returns true if the month of a booking is after that of the bank's day. */
export function isLate(date: string, bookedOn: string | null): bookedOn is string {
  return bookedOn !== null && bookedOn.slice(0, 7) > date.slice(0, 7);
}
