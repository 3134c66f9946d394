import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ClientOrderRecordDto } from '../../api/generated/dashboard-types';
import { cancelOwnOrderMutation } from '../../api/generated/dashboard';
import { HOUSE } from '../../frame/brand/house';
import { ConfirmButton } from '../../shared/forms/confirm-button';
import { formatMoney } from '../../shared/format';

/** Cancels an order that was not shipped yet. */
export function CancelOrder({ order }: { order: ClientOrderRecordDto }) {
  const [reason, setReason] = useState('');
  const path = { order_number: order.order_number };
  return (
    <ConfirmButton
      size="sm"
      label="Cancel order"
      title={`Cancel order ${order.order_number}?`}
      busy="Canceling…"
      isDangerous
      send={(money) => cancelOwnOrderMutation().mutationFn({ path, body: { reason }, ...money })}
    >
      <p>
        {order.payment_status === 'paid'
          ? `It will not be shipped. ${formatMoney(order.total)} goes back to your wallet.`
          : 'It will not be shipped, and its stock is released.'}
      </p>
      <TextInput
        label="Reason"
        description={`Optional; ${HOUSE.name} and your store see it`}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmButton>
  );
}
