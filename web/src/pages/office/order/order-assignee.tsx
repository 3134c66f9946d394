import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OrderWorkDto } from '../../../api/generated/admin-types';
import { assignOrderMutation, getAssigneeOptions } from '../../../api/generated/admin';
import { useMay, useSession } from '../../../frame/session';
import { Loaded } from '../../../shared/layout/loaded';
import { ProblemNotice } from '../../../shared/layout/problem-notice';
import { SectionCard } from '../../../shared/layout/section-card';

const NONE = '';

/** Renders and changes who works on an order. */
export function OrderAssignee({ orderNumber }: { orderNumber: string }) {
  const query = useQuery(getAssigneeOptions({ path: { order_number: orderNumber } }));
  return (
    <SectionCard title="Who works on it">
      <Loaded query={query} what="Who works on the order">
        {({ data }) => <Assignee orderNumber={orderNumber} work={data} />}
      </Loaded>
    </SectionCard>
  );
}

function Assignee({ orderNumber, work }: { orderNumber: string; work: OrderWorkDto }) {
  const { assigned_to: current, colleagues } = work;
  const mayAssign = useMay('orders:note');
  const { user } = useSession();
  const queryClient = useQueryClient();
  const assign = useMutation({
    ...assignOrderMutation(),
    // Also after a refusal: another operator may work on it by now.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const give = (id: number | null): void =>
    assign.mutate({
      path: { order_number: orderNumber },
      body: { user_id: id, from: current?.id ?? null },
    });
  if (!mayAssign) return <p>{current?.name ?? 'No operator yet.'}</p>;
  const canTake = current?.id !== user.id && colleagues.some(({ id }) => id === user.id);
  return (
    <div className="buttons">
      <ProblemNotice error={assign.error} title="The order was not assigned." />
      <NativeSelect
        aria-label="Operator who works on the order"
        value={current?.id.toString() ?? NONE}
        disabled={assign.isPending}
        data={[
          { value: NONE, label: 'No operator' },
          ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => give(value === NONE ? null : Number(value))}
      />
      {canTake && (
        <Button variant="default" loading={assign.isPending} onClick={() => give(user.id)}>
          Assign to me
        </Button>
      )}
    </div>
  );
}
