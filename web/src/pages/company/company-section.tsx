import { useQuery } from '@tanstack/react-query';
import type { CompanyDto } from '../../api/generated/dashboard-types';
import { getOwnCompanyOptions, putOwnCompanyMutation } from '../../api/generated/dashboard';
import { FactList } from '../../shared/fact-list';
import { FormButton } from '../../shared/forms/form-button';
import { Loaded } from '../../shared/layout/loaded';
import { SectionCard } from '../../shared/layout/section-card';
import { AddressFields } from '../../shared/tax/address-fields';
import { BillingAddress, OldAddress } from '../../shared/tax/address-text';
import { addressOf, addressValues } from '../../shared/tax/address-values';
import { GstinField, gstinProblem } from '../../shared/tax/gstin-field';
import { GstinText } from '../../shared/tax/gstin-text';

/** Renders and changes the company's data on invoices. */
export function CompanySection({ isOwner }: { isOwner: boolean }) {
  const query = useQuery(getOwnCompanyOptions());
  const company = query.data?.data;
  return (
    <SectionCard
      title="Company"
      aside={isOwner && company !== undefined && <ChangeCompany company={company} />}
    >
      <Loaded query={query} what="The company" />
      {company !== undefined && (
        <FactList
          facts={[
            ['Name', company.name],
            ['Email', company.email],
            [
              'Billing address',
              <BillingAddress
                key="address"
                billing={company.billing}
                text={company.billing_address}
              />,
            ],
            ['GSTIN', company.gstin && <GstinText key="gstin" gstin={company.gstin} />],
          ]}
        />
      )}
    </SectionCard>
  );
}

function ChangeCompany({ company }: { company: CompanyDto }) {
  return (
    <FormButton
      label="Change"
      title="Company"
      action="Save"
      initialValues={{ billing: addressValues(company.billing), gstin: company.gstin ?? '' }}
      validate={{ gstin: gstinProblem }}
      send={({ billing, gstin }) =>
        putOwnCompanyMutation().mutationFn({
          body: { billing: addressOf(billing), gstin: gstin.trim() === '' ? null : gstin },
        })
      }
    >
      {({ getInputProps, setFieldValue, values }) => (
        <>
          {company.billing === null && <OldAddress text={company.billing_address} />}
          <GstinField
            {...getInputProps('gstin')}
            value={values.gstin}
            state={values.billing.state}
            onState={(state) => setFieldValue('billing.state', state)}
          />
          <AddressFields path="billing" values={values.billing} getInputProps={getInputProps} />
        </>
      )}
    </FormButton>
  );
}
