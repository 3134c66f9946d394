import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  listCourierAccountsOptions,
  listPickupsOptions,
  wantPickupMutation,
} from '../../../../api/generated/admin';
import type { CourierAccountDto, PickupDto } from '../../../../api/generated/admin-types';
import { FormProblem } from '../../../../shared/forms/form-problem';
import { formatDay, plural, shopToday } from '../../../../shared/format';
import { Icon } from '../../../../shared/icon';
import { Notice } from '../../../../shared/layout/notice';
import { PAUSES } from '../couriers/account-values';
import classes from './pick-list-tab.module.css';

/** Time between two looks at a pick-up that is being asked for. */
const ASK_AGAIN_MS = 2_000;

const MANIFESTS = [
  { label: 'Print manifest', of: () => 'new' },
  { label: 'Manifest of today', of: shopToday },
];

/** Reads the accounts that can book; without one, nothing of bookings is shown. */
export function useActiveAccounts(): CourierAccountDto[] {
  const accounts = useQuery(listCourierAccountsOptions()).data?.data ?? [];
  return accounts.filter(({ active }) => active);
}

/** Says of each account that waits why, and what to do. */
export function WaitingAccounts({ accounts }: { accounts: readonly CourierAccountDto[] }) {
  return accounts.map(({ id, name, pause_reason: pause }) =>
    pause === null ? null : (
      <div key={id} className={classes.notice}>
        <Notice tone="bad" title={`${name}: ${PAUSES[pause] ?? `It waits: ${pause}`}`} />
      </div>
    ),
  );
}

/** Renders the pick-ups of the day, and the list that drivers sign. */
export function CourierDay({ accounts }: { accounts: readonly CourierAccountDto[] }) {
  const queryClient = useQueryClient();
  const pickups =
    useQuery({
      ...listPickupsOptions(),
      refetchInterval: ({ state }) =>
        state.data?.data.some((each) => each.state === 'wanted' && each.problem === null)
          ? ASK_AGAIN_MS
          : false,
    }).data?.data ?? [];
  const want = useMutation({
    ...wantPickupMutation(),
    onSuccess: () => queryClient.invalidateQueries(listPickupsOptions()),
  });
  return (
    <div className={classes.day}>
      {accounts.map(({ id, name }) => {
        const last = pickups.find(({ account_id }) => account_id === id);
        return (
          <span key={id} className={classes.pickup}>
            <strong>{name}</strong>
            <Button
              aria-label={`Ask for pick-up: ${name}`}
              size="sm"
              variant="default"
              loading={want.isPending && want.variables.body.account === id}
              onClick={() => want.mutate({ body: { account: id } })}
            >
              Ask for pick-up
            </Button>
            {last !== undefined && (
              <span role="status" className="soft">
                {sentenceOf(last)}
              </span>
            )}
          </span>
        );
      })}
      {MANIFESTS.map(({ label, of }) => (
        <Button
          key={label}
          size="sm"
          variant="default"
          component="a"
          href={`/admin/manifests/${of()}`}
          target="_blank"
          rel="noreferrer"
          leftSection={<Icon name="print" size={16} />}
        >
          {label}
        </Button>
      ))}
      <FormProblem error={want.error} title="The pick-up was not asked for." />
    </div>
  );
}

function sentenceOf({ pickup_on, count, state, problem }: PickupDto): string {
  const what = `${formatDay(pickup_on)}: ${plural(count, 'box', 'boxes')}`;
  if (state === 'asked') return `${what}, the courier comes`;
  return problem === null ? `${what}, asking` : `${what}, ${problem}`;
}
