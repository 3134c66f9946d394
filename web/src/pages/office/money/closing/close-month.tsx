import type { MonthClosingDto } from '../../../../api/generated/admin-types';
import { closeMonthMutation } from '../../../../api/generated/admin';
import { CopyButton } from '../../../../shared/copy-button';
import { FactList } from '../../../../shared/fact-list';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { formatCount, formatMonth } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { Money } from '../../../../shared/money';
import { Time } from '../../../../shared/time';
import { Person } from '../../people/person';
import classes from './closing.module.css';
import { StillOpen } from './still-open';

/** Closes the books of a month, after saying that they stay closed. */
export function CloseMonth({ month }: { month: string }) {
  const name = formatMonth(month);
  return (
    <ConfirmButton
      variant="filled"
      label="Close month"
      title={`Close ${name}`}
      action={`Close ${name}`}
      busy="Closing…"
      send={() => closeMonthMutation().mutationFn({ body: { month } })}
    >
      <StillOpen month={month} />
      <p>
        A closed month cannot be opened again. Money that arrived in it and is found later is booked
        on the day it is found, and the report of that month lists it as money of an earlier month.
      </p>
    </ConfirmButton>
  );
}

/** Renders that a month is closed, with the hash that proves its journals. */
export function ClosedMonth({ closing }: { closing: MonthClosingDto }) {
  const { closed_at, closed_by, journals, debit, last_seal, last_sha256: hash } = closing;
  return (
    <div className={classes.proof}>
      <Notice tone="ok" title="This month is closed.">
        <FactList
          facts={[
            ['Closed', <Time key="closed" at={closed_at} />],
            ['By', <Person key="by" actor={closed_by} />],
            ['Journals', formatCount(journals)],
            ['Debits', <Money key="debits" amount={debit} />],
            ['Last seal', last_seal === null ? null : formatCount(last_seal)],
            [
              'Last hash',
              hash === null ? null : (
                <span key="hash">
                  <span className={`mono ${classes.hash}`}>{hash}</span>{' '}
                  <CopyButton value={hash} what="last hash" />
                </span>
              ),
            ],
          ]}
        />
        <p>Write the last hash down outside of this system: it proves that nothing was changed.</p>
      </Notice>
    </div>
  );
}
