import { Money } from '../shared/money';
import classes from './statement-balances.module.css';

interface StatementBalancesProps {
  statement: { opening: number; received: number; spent: number; closing: number };
}

/** Renders the balance of a wallet before a month, its movements, and the balance after it. */
export function StatementBalances({ statement }: StatementBalancesProps) {
  const { opening, received, spent, closing } = statement;
  const lines = [
    ['Opening balance', opening],
    ['+ Received', received],
    ['− Spent', spent],
  ] as const;
  return (
    <dl className={classes.balances}>
      {lines.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money amount={amount} />
          </dd>
        </div>
      ))}
      <div>
        <dt>= Closing balance</dt>
        <dd>
          <Money amount={closing} strong />
        </dd>
      </div>
    </dl>
  );
}
