import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MethodAliasDto, NameMethodDto } from '../../../api/generated/admin-types';
import { listMethodAliasesOptions, nameMethodMutation } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { FactList } from '../../../shared/fact-list';
import { plural } from '../../../shared/format';
import { FormButton } from '../../../shared/forms/form-button';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';
import { Status } from '../../../shared/status';
import { paymentMethod } from '../../../shared/terms/payment-method';

type Choice = NameMethodDto['method'];

const CHOICES = [
  'bank',
  'cash',
  'cheque',
  'card',
  'other',
  'wallet',
  'credit',
  'refused',
] as const satisfies readonly Choice[];

/** Renders the words that scripts send as methods of payment, and what they mean. */
export function MethodAliases() {
  const query = useQuery(listMethodAliasesOptions());
  const mayChange = useMay('money:write');
  return (
    <SectionCard
      title="Words for payment methods"
      aside={mayChange && <NameMethod label="Add word" word="" method="bank" />}
    >
      <p className="soft">
        Scripts record payments with the methods bank, cash, cheque, card, other, wallet and credit,
        or with words that you name here. Other words are refused.
      </p>
      <Loaded query={query} what="The words" rows={1}>
        {({ data }) =>
          data.length > 0 && (
            <FactList
              facts={data.map((alias) => [
                alias.word,
                <span className="actions">
                  <Meaning alias={alias} />
                  {mayChange && (
                    <NameMethod
                      label={alias.method === null ? 'Decide' : 'Change'}
                      word={alias.word}
                      method={alias.method ?? 'other'}
                    />
                  )}
                </span>,
              ])}
            />
          )
        }
      </Loaded>
    </SectionCard>
  );
}

function meaningOf(choice: Choice): string {
  return choice === 'refused' ? 'Nothing: it is refused' : paymentMethod(choice);
}

function Meaning({ alias: { method, receipts } }: { alias: MethodAliasDto }) {
  if (method !== null) return meaningOf(method);
  return (
    <>
      <Status tone="waiting">Not decided</Status> recorded as Other, as in{' '}
      {plural(receipts, 'earlier receipt')}
    </>
  );
}

function NameMethod({ label, word, method }: { label: string; word: string; method: Choice }) {
  return (
    <FormButton
      label={label}
      aria-label={word === '' ? label : `${label}: ${word}`}
      title={word === '' ? 'Add a word' : `The word ${word}`}
      action="Save"
      initialValues={{ word, method }}
      send={(body) => nameMethodMutation().mutationFn({ body })}
    >
      {({ getInputProps }) => (
        <>
          <TextInput
            label="Word"
            required
            maxLength={40}
            autoComplete="off"
            readOnly={word !== ''}
            data-autofocus={word === '' || undefined}
            {...getInputProps('word')}
          />
          <NativeSelect
            label="Means"
            description="Recorded payments keep their method. Cheque and Other need a reference"
            data={CHOICES.map((value) => ({ value, label: meaningOf(value) }))}
            data-autofocus={word !== '' || undefined}
            {...getInputProps('method')}
          />
        </>
      )}
    </FormButton>
  );
}
