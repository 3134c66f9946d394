import type { BankLineDto } from '../../../../api/generated/admin-types';
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
