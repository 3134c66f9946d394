import { NativeSelect, TextInput } from '@mantine/core';
import { REASON_WORDS } from '../../../../../src/couriers/failures/reasons.ts';
import type { DeliveryFailureDto } from '../../../api/generated/admin-types';
import { answerDeliveryFailureMutation } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { OrderLink } from '../../../order/order-link';
import { FormButton } from '../../../shared/forms/form-button';
import { formatCount } from '../../../shared/format';
import { column, type Column } from '../../../shared/lists/columns';
import { Status } from '../../../shared/status';
import { RelativeTime } from '../../../shared/time';

type Action = NonNullable<DeliveryFailureDto['action']>;

const ACTIONS: Readonly<Record<Action, string>> = {
  reattempt: 'Try again',
  return: 'Send it back',
  dispute: 'Say that no driver came',
};

/** Makes the columns of failed deliveries; the last one has the answer. */
export function useFailureColumns(): Column<DeliveryFailureDto>[] {
  const mayAct = useMay('deliveries:act');
  const answer: Column<DeliveryFailureDto> = column.cell('Answer', (failure) => (
    <AnswerFailure failure={failure} />
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
    return <Status tone="moving">{`${ACTIONS[action]}: to be sent`}</Status>;
  }
  if (problem === null) return <Status tone="waiting">Waits for an answer</Status>;
  return (
    <>
      <Status tone="bad">Answer not taken</Status> <span className="soft">{problem}</span>
    </>
  );
}

/** Answers a failed delivery with what its courier takes. */
function AnswerFailure({ failure }: { failure: DeliveryFailureDto }) {
  const { id, actions, order_number: number, attempt } = failure;
  const known = (Object.keys(ACTIONS) as Action[]).filter((action) => actions.includes(action));
  const [first] = known;
  if (first === undefined) return <span className="soft">The courier decides</span>;
  const label = failure.state === 'decided' ? 'Change' : 'Answer';
  return (
    <FormButton
      label={label}
      aria-label={`${label} attempt ${formatCount(attempt)} of order ${number}`}
      title={`Answer the failed delivery of ${number}`}
      action="Save answer"
      initialValues={{ action: first, date: '', phone: '', address: '', comment: '' }}
      send={({ action, date, phone, address, comment }) => {
        const isAgain = action === 'reattempt';
        const lines = address.split('\n').filter((line) => line.trim() !== '');
        return answerDeliveryFailureMutation().mutationFn({
          path: { id },
          body: {
            action,
            ...(comment !== '' && { comment }),
            ...(isAgain && date !== '' && { date }),
            ...(isAgain && phone !== '' && { phone }),
            ...(isAgain && lines.length > 0 && { address: lines }),
          },
        });
      }}
    >
      {({ getInputProps, getValues }) => (
        <>
          <NativeSelect
            label="Answer"
            data-autofocus
            data={known.map((value) => ({ value, label: ACTIONS[value] }))}
            {...getInputProps('action')}
          />
          {getValues().action === 'reattempt' && (
            <>
              <TextInput label="Day" type="date" {...getInputProps('date')} />
              <TextInput label="Another phone" type="tel" {...getInputProps('phone')} />
              <TextInput
                label="Another address"
                description="City and PIN code cannot change"
                {...getInputProps('address')}
              />
            </>
          )}
          <TextInput label="For the driver" maxLength={200} {...getInputProps('comment')} />
        </>
      )}
    </FormButton>
  );
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
