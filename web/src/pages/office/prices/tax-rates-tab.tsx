import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AllowedRatesDto, TaxRateDto } from '../../../api/generated/admin-types';
import {
  deleteTaxRateMutation,
  listAllowedRatesOptions,
  listTaxRatesOptions,
  putAllowedRatesMutation,
} from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { FactList } from '../../../shared/fact-list';
import { formatDay, formatMoney, shopToday } from '../../../shared/format';
import { ConfirmButton } from '../../../shared/forms/confirm-button';
import { FormButton } from '../../../shared/forms/form-button';
import { Loaded } from '../../../shared/layout/loaded';
import { SectionCard } from '../../../shared/layout/section-card';
import { column, type Column } from '../../../shared/lists/columns';
import { ListView } from '../../../shared/lists/list-view';
import { Status } from '../../../shared/status';
import { percentOf } from './percent';

/** Renders the tax rates by HSN code, and the rates that the law knows. */
export function TaxRatesTab() {
  const query = useQuery(listTaxRatesOptions());
  const canChange = useMay('plans:write');
  const rates = query.data?.data ?? [];
  const columns: readonly Column<TaxRateDto>[] = [
    column.code('HSN', 'hsn'),
    column.cell('Rate', rateText),
    column.day('From', 'effective_from'),
    column.cell('State', (rate) => <RateState rate={rate} rates={rates} />),
    { header: 'Actions', permission: 'plans:write', cell: (rate) => <DeleteRate rate={rate} /> },
  ];
  return (
    <div className="sections">
      <p className="soft">
        A rate here takes precedence over the own rate of all products whose HSN begins with these
        digits, from its first day on. The one with the most digits counts. Documents that were
        issued keep their rates.
      </p>
      <ListView
        query={query}
        what="Tax rates"
        columns={columns}
        empty="No rates by HSN. Every product has its own rate. When the law changes a rate, enter it here with its first day."
      />
      <AllowedRates canChange={canChange} />
    </div>
  );
}

function rateText({ rate, threshold, rate_above: above }: TaxRateDto): string {
  if (threshold == null) return `${rate} %`;
  return `${rate} % up to ${formatMoney(threshold)} a unit, ${above} % above`;
}

function RateState({ rate, rates }: { rate: TaxRateDto; rates: readonly TaxRateDto[] }) {
  const today = shopToday();
  if (rate.effective_from > today) return <Status tone="moving">Begins later</Status>;
  const isReplaced = rates.some(
    ({ hsn, effective_from: day }) => hsn === rate.hsn && day > rate.effective_from && day <= today,
  );
  return isReplaced ? <Status tone="calm">Ended</Status> : <Status tone="ok">In force</Status>;
}

function DeleteRate({ rate: { id, hsn, effective_from: day } }: { rate: TaxRateDto }) {
  return (
    <ConfirmButton
      label="Delete"
      aria-label={`Delete the rate of HSN ${hsn} from ${formatDay(day)}`}
      title={`Delete the rate of HSN ${hsn}?`}
      action="Delete rate"
      busy="Deleting…"
      isDangerous
      send={() => deleteTaxRateMutation().mutationFn({ path: { id } })}
    >
      <p>
        Documents that were issued keep their rates. New ones take the rate before it, or the
        product’s own.
      </p>
    </ConfirmButton>
  );
}

function AllowedRates({ canChange }: { canChange: boolean }) {
  const query = useQuery(listAllowedRatesOptions());
  const [latest] = query.data?.data ?? [];
  return (
    <SectionCard
      title="Rates that the law knows"
      aside={canChange && latest !== undefined && <ChangeAllowed latest={latest} />}
    >
      <p className="soft">No document is issued at another rate.</p>
      <Loaded query={query} what="The rates" rows={3}>
        {(answer) => (
          <FactList
            facts={answer.data.map(({ effective_from: day, rates }) => [
              `From ${formatDay(day)}`,
              rates.map((rate) => `${rate}\u00a0%`).join(', '),
            ])}
          />
        )}
      </Loaded>
    </SectionCard>
  );
}

function ChangeAllowed({ latest }: { latest: AllowedRatesDto }) {
  return (
    <FormButton
      label="Change"
      aria-label="Change the rates that the law knows"
      title="Rates that the law knows"
      action="Save rates"
      initialValues={{ effective_from: shopToday(), rates: latest.rates.join('; ') }}
      validate={{
        rates: (text) =>
          ratesOf(text).some(Number.isNaN) ? 'Enter percentages, such as 0; 5; 18.' : null,
      }}
      send={({ rates, ...body }) =>
        putAllowedRatesMutation().mutationFn({ body: { ...body, rates: ratesOf(rates) } })
      }
    >
      {({ getInputProps }) => (
        <>
          <TextInput label="From" type="date" required {...getInputProps('effective_from')} />
          <TextInput
            label="Percentages"
            description="Separated by semicolons"
            required
            autoComplete="off"
            data-autofocus
            {...getInputProps('rates')}
          />
        </>
      )}
    </FormButton>
  );
}

function ratesOf(text: string): number[] {
  return text.split(';').map(percentOf);
}
