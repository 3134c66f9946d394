import { REASON_WORDS } from '../../../../src/couriers/failures/reasons.ts';
import type { ClientOrderRecordDto } from '../../api/generated/dashboard-types';
import { answerOwnFailureMutation } from '../../api/generated/dashboard';
import { useMay } from '../../frame/session';
import { AnswerFailure, FAILURE_ANSWERS } from '../../order/answer-failure';
import { Notice } from '../../shared/layout/notice';
import { Time } from '../../shared/time';

/** Renders the failed deliveries of an order that can be answered. */
export function FailedDeliveries({ order }: { order: ClientOrderRecordDto }) {
  const mayAct = useMay('own-orders:write');
  return order.shipments.map(({ id, courier, tracking_number, failure }) => {
    if (failure === null) return null;
    const { answer, answer_by: until, reason, actions } = failure;
    const path = { order_number: order.order_number, shipment_id: id };
    return (
      <Notice
        key={id}
        tone="waiting"
        title={`${courier} ${tracking_number} could not be delivered: ${REASON_WORDS[reason]}.`}
      >
        <p>
          {answer !== null && `Your answer: ${FAILURE_ANSWERS[answer]}. `}
          {actions.length > 0 && (
            <>
              {answer === null ? 'Answer' : 'It can be changed'} until <Time at={until} />. Then the
              courier decides.
            </>
          )}
        </p>
        {mayAct && (
          <AnswerFailure
            actions={actions}
            isAnswered={answer !== null}
            orderNumber={order.order_number}
            what={`the failed delivery of ${tracking_number}`}
            send={(body) => answerOwnFailureMutation().mutationFn({ path, body })}
          />
        )}
      </Notice>
    );
  });
}
