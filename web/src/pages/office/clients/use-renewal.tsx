import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ClientDto, RenewedDto } from '../../../api/generated/admin-types';
import { renewSubscriptionsMutation } from '../../../api/generated/admin';
import type { RowSelection } from '../../../shared/lists/data-table';
import { isoDay, plural, shopToday } from '../../../shared/format';
import { shifted, startOfDay } from '../../../shared/india-days';
import { FormProblem } from '../../../shared/forms/form-problem';
import { Notice } from '../../../shared/layout/notice';
import { useRowSelection } from '../../../shared/lists/use-row-selection';

const TERMS = [
  { value: '1', label: 'by one month' },
  { value: '3', label: 'by three months' },
  { value: '12', label: 'by one year' },
];

const OUTCOMES: Record<RenewedDto['outcome'], string> = {
  renewed: 'was renewed',
  no_subscription: 'has no subscription',
  not_renewable: 'is suspended or canceled: change its subscription on its page',
  open_ended: 'has a subscription without an end',
  not_later: 'has a subscription that ends later',
};

interface Renewal {
  selection: RowSelection<ClientDto>;
  /** Outcomes of the latest renewal. */
  outcome: ReactNode;
}

/** Computes the new end of a subscription: counted from its end, or from today if it has lapsed. */
function renewedEnd(endsAt: string, months: number): string {
  const today = shopToday();
  const end = isoDay(new Date(endsAt));
  return startOfDay(shifted(end < today ? today : end, { months })) ?? '';
}

/** Selects clients of a page and renews their subscriptions in one call. */
export function useRenewal(rows: readonly ClientDto[]): Renewal {
  const [months, setMonths] = useState('1');
  const queryClient = useQueryClient();
  const renew = useMutation({
    ...renewSubscriptionsMutation(),
    onSuccess: async () => {
      choose([]);
      await queryClient.invalidateQueries();
    },
  });
  const { chosen, choose, selectionWith } = useRowSelection({
    rows,
    keyOf: ({ id }) => String(id),
    isSelectable: hasEnd,
    label: ({ name }) => `Select ${name}`,
    allLabel: 'Select all clients on this page whose subscription has an end',
    filter: rows.map(({ id }) => id).join(),
    isLocked: renew.isPending,
  });
  const start = (): void => {
    // The present rows, because another person may have renewed some of them.
    const current = rows.filter(({ id }) => chosen.some((client) => client.id === id));
    const renewals = current.map(({ id, subscription }) => ({
      client_id: id,
      ends_at: renewedEnd(subscription?.ends_at ?? '', Number(months)),
    }));
    renew.mutate({ body: { renewals } });
  };
  const bulkBar = (
    <>
      <Button size="sm" disabled={renew.isPending} onClick={start}>
        {renew.isPending ? 'Renewing…' : `Renew ${plural(chosen.length, 'subscription')}`}
      </Button>
      <NativeSelect
        aria-label="Renew for how long"
        size="sm"
        data={TERMS}
        value={months}
        onChange={({ currentTarget }) => setMonths(currentTarget.value)}
      />
    </>
  );
  return {
    selection: selectionWith(bulkBar),
    outcome: (
      <>
        <FormProblem error={renew.error} title="Nothing was renewed." />
        <div role="status">
          {renew.data !== undefined && <Renewed outcomes={renew.data.data} />}
        </div>
      </>
    ),
  };
}

function hasEnd({ subscription }: ClientDto): boolean {
  return subscription?.ends_at != null;
}

function Renewed({ outcomes }: { outcomes: readonly RenewedDto[] }) {
  const others = outcomes.filter(({ outcome }) => outcome !== 'renewed');
  const count = outcomes.length - others.length;
  return (
    <Notice
      tone={others.length === 0 ? 'ok' : 'waiting'}
      title={`Renewed ${plural(count, 'subscription')}.`}
    >
      {others.map(({ client_id: id, outcome }) => (
        <p key={id}>
          <Link to="/office/clients/$id" params={{ id: String(id) }}>
            Client {id}
          </Link>{' '}
          {OUTCOMES[outcome]}.
        </p>
      ))}
    </Notice>
  );
}
