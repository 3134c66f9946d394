import { useQuery } from '@tanstack/react-query';
import type { ClientDto, CreditTermsDto } from '../../../../api/generated/admin-types';
import { getCreditTermsOptions, putCreditTermsMutation } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { FactList } from '../../../../shared/fact-list';
import { FormButton } from '../../../../shared/forms/form-button';
import { Loaded } from '../../../../shared/layout/loaded';
import { SectionCard } from '../../../../shared/layout/section-card';
import { Money } from '../../../../shared/money';
import { plural } from '../../../../shared/format';
import { AmountField, NumberField } from '../../../../shared/text-fields';
import { typedNumber } from '../../../../shared/forms/typed-number';

/** Renders the terms on which a client buys on account, and changes them. */
export function CreditTerms({ client }: { client: ClientDto }) {
  const query = useQuery(getCreditTermsOptions({ path: { id: client.id } }));
  const mayWrite = useMay('money:write');
  const terms = query.data?.data;
  return (
    <SectionCard
      title="Credit"
      aside={mayWrite && terms !== undefined && <EditTerms id={client.id} terms={terms} />}
    >
      <Loaded query={query} what="The terms of credit" rows={3} />
      {terms?.credit_limit === 0 && (
        <FactList facts={[['Limit', 'None: orders cannot be bought on account']]} />
      )}
      {terms !== undefined && terms.credit_limit > 0 && (
        <FactList
          facts={[
            ['Limit', <Money key="limit" amount={terms.credit_limit} />],
            ['Used', <Money key="used" amount={client.credit_used ?? 0} />],
            ['Due', `${plural(terms.payment_days, 'day')} after the purchase`],
            ['On hold', `${plural(terms.overdue_days, 'day')} after the due date`],
          ]}
        />
      )}
    </SectionCard>
  );
}

function EditTerms({ id, terms }: { id: number; terms: CreditTermsDto }) {
  return (
    <FormButton
      label="Edit"
      aria-label="Edit terms of credit"
      title="Terms of credit"
      action="Save"
      initialValues={{
        credit_limit: String(terms.credit_limit),
        payment_days: String(terms.payment_days),
        overdue_days: String(terms.overdue_days),
      }}
      send={(values) =>
        putCreditTermsMutation().mutationFn({
          path: { id },
          body: {
            credit_limit: typedNumber(values.credit_limit),
            payment_days: typedNumber(values.payment_days),
            overdue_days: typedNumber(values.overdue_days),
          },
        })
      }
    >
      {({ getInputProps }) => (
        <>
          <AmountField
            label="Limit"
            description="Maximum that the client may owe for orders bought on account. 0 = none"
            data-autofocus
            {...getInputProps('credit_limit')}
          />
          <NumberField
            label="Days to pay"
            description="Applies to orders that are bought from now on"
            required
            {...getInputProps('payment_days')}
          />
          <NumberField
            label="Days overdue until orders are on hold"
            required
            {...getInputProps('overdue_days')}
          />
        </>
      )}
    </FormButton>
  );
}
