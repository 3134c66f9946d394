import { NativeSelect, TextInput } from '@mantine/core';
import { FormButton } from '../shared/forms/form-button';

export type FailureAction = 'reattempt' | 'return' | 'dispute';

export const FAILURE_ANSWERS: Readonly<Record<FailureAction, string>> = {
  reattempt: 'Try again',
  return: 'Send it back',
  dispute: 'Say that no driver came',
};

interface AnswerFailureProps {
  /** Answers that the courier takes. */
  actions: readonly string[];
  isAnswered: boolean;
  orderNumber: string;
  /** What is answered, for screen readers. */
  what: string;
  send: (answer: {
    action: FailureAction;
    date?: string;
    phone?: string;
    address?: string[];
    comment?: string;
  }) => Promise<unknown>;
}

/** Answers a failed delivery with what its courier takes. */
export function AnswerFailure(props: AnswerFailureProps) {
  const { actions, isAnswered, orderNumber, what, send } = props;
  const known = (Object.keys(FAILURE_ANSWERS) as FailureAction[]).filter((action) =>
    actions.includes(action),
  );
  const [first] = known;
  if (first === undefined) return <span className="soft">The courier decides</span>;
  const label = isAnswered ? 'Change' : 'Answer';
  return (
    <FormButton
      label={label}
      aria-label={`${label} ${what}`}
      title={`Answer the failed delivery of ${orderNumber}`}
      action="Save answer"
      initialValues={{ action: first, date: '', phone: '', address: '', comment: '' }}
      send={({ action, date, phone, address, comment }) => {
        const isAgain = action === 'reattempt';
        const lines = address.split('\n').filter((line) => line.trim() !== '');
        return send({
          action,
          ...(comment !== '' && { comment }),
          ...(isAgain && date !== '' && { date }),
          ...(isAgain && phone !== '' && { phone }),
          ...(isAgain && lines.length > 0 && { address: lines }),
        });
      }}
    >
      {({ getInputProps, getValues }) => (
        <>
          <NativeSelect
            label="Answer"
            data-autofocus
            data={known.map((value) => ({ value, label: FAILURE_ANSWERS[value] }))}
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
