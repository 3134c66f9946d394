import { useState } from 'react';
import { declineReturnMutation } from '../../../api/generated/admin';
import type { OrderRecordDto } from '../../../api/generated/admin-types';
import { isOpenReturn } from '../../../../../src/fulfillment/returns/return-status.ts';
import { useMay } from '../../../frame/session';
import { ConfirmButton } from '../../../shared/forms/confirm-button';
import { AcceptReturn } from './accept-return';
import { InspectReturn } from './inspect-return';
import { isSettleable, MarkReturned } from './order-actions';
import { SettleReturn } from '../returns/settle-return';
import { ReasonField } from '../../../shared/text-fields';

type Return = OrderRecordDto['returns'][number];

interface ReturnActionsProps {
  order: OrderRecordDto;
  asked: Return;
}

/** Renders the steps of a return that its status allows. */
export function ReturnActions({ order, asked }: ReturnActionsProps) {
  const mayDecide = useMay('orders:cancel');
  const mayInspect = useMay('returns:inspect');
  const maySettle = useMay('money:write');
  const { status, items } = asked;
  // The upgrade to inspections left settled returns with units that none has found.
  const lacksUnits = items.some(({ quantity, good, scrap }) => good + scrap < quantity);
  const isOpen = status === 'received' || (status === 'settled' && lacksUnits);
  return (
    <div className="buttons">
      {mayDecide && isOpenReturn(status) && <AcceptReturn order={order} asked={asked} />}
      {mayDecide && isOpenReturn(status) && <Decline order={order} asked={asked} />}
      {status === 'awaited' && (
        <MarkReturned order={order} aria-label={`Mark as returned, return ${asked.id}`} />
      )}
      {mayInspect && isOpen && <InspectReturn order={order} asked={asked} />}
      {maySettle && status === 'received' && isSettleable(order) && (
        <SettleReturn
          orderNumber={order.order_number}
          label="Settle return"
          aria-label={`Settle return ${asked.id}`}
        />
      )}
    </div>
  );
}

function Decline({ order, asked }: ReturnActionsProps) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmButton
      size="sm"
      label="Decline return"
      title={`Decline the return of ${order.order_number}?`}
      busy="Declining…"
      isDangerous
      send={() =>
        declineReturnMutation().mutationFn({ path: pathOf(order, asked), body: { reason } })
      }
    >
      <p>The store can ask for another return.</p>
      <ReasonField
        description={`${order.client_name} sees it`}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmButton>
  );
}

function pathOf({ order_number }: OrderRecordDto, { id }: Return) {
  return { order_number, return_id: id };
}
