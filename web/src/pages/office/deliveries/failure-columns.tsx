import { REASON_WORDS } from '../../../../../src/couriers/failures/reasons.ts';
import type { DeliveryFailureDto } from '../../../api/generated/admin-types';
import { answerDeliveryFailureMutation } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { AnswerFailure, FAILURE_ANSWERS } from '../../../order/answer-failure';
import { OrderLink } from '../../../order/order-link';
import { formatCount } from '../../../shared/format';
import { column, type Column } from '../../../shared/lists/columns';
import { Status } from '../../../shared/status';
import { RelativeTime } from '../../../shared/time';

/** Makes the columns of failed deliveries; the last one has the answer. */
export function useFailureColumns(): Column<DeliveryFailureDto>[] {
  const mayAct = useMay('deliveries:act');
  const answer: Column<DeliveryFailureDto> = column.cell('Answer', (failure) => (
    <AnswerFailure
      actions={failure.actions}
      isAnswered={failure.state === 'decided'}
      orderNumber={failure.order_number}
      what={`attempt ${formatCount(failure.attempt)} of order ${failure.order_number}`}
      send={(body) =>
        answerDeliveryFailureMutation().mutationFn({ path: { id: failure.id }, body })
      }
    />
  ));
  return [
    column.cell('Order', ({ order_number: number }) => <OrderLink number={number} />),
    column.cell('Answer until', ({ answer_by: until }) => <RelativeTime at={until} />),
    column.wide('Reason', ({ reason, words }) => (
      <>
        {sentence(REASON_WORDS[reason])}
        {words !== null && <span className="soft"> {words}</span>}
      </>
    )),
    column.number('Attempt', 'attempt'),
    column.text('Customer', ({ customer, city }) => `${customer}, ${city}`),
    column.text('Courier', 'courier'),
    column.cell('State', (failure) => <FailureState failure={failure} />),
    ...(mayAct ? [answer] : []),
  ];
}

function FailureState({ failure }: { failure: DeliveryFailureDto }) {
  const { state, action, problem } = failure;
  if (state === 'decided' && action !== null) {
    return <Status tone="moving">{`${FAILURE_ANSWERS[action]}: to be sent`}</Status>;
  }
  if (problem === null) return <Status tone="waiting">Waits for an answer</Status>;
  return (
    <>
      <Status tone="bad">Answer not taken</Status> <span className="soft">{problem}</span>
    </>
  );
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
