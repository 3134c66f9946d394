import { GSTIN_EXAMPLE } from '../../../../src/platform/gst/gstin.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CompanyDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import {
  getOwnCompanyOptions,
  putOwnCompanyMutation,
} from '../../api/generated/dashboard/dashboard-api.tanstack';
import { FactList } from '../../shared/fact-list';
import { FormButton } from '../../shared/forms/form-button';
import { Loaded } from '../../shared/layout/loaded';
import { SectionCard } from '../../shared/layout/section-card';
import classes from './company-page.module.css';

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
              company.billing_address === null ? null : (
                <span key="address" className={classes.address}>
                  {company.billing_address}
                </span>
              ),
            ],
            ['GSTIN', company.gstin],
          ]}
        />
      )}
    </SectionCard>
  );
}

function ChangeCompany({ company }: { company: CompanyDto }) {
  return (
    <FormButton
      variant="default"
      size="compact-sm"
      label="Change"
      title="Company"
      action="Save"
      initialValues={{
        billing_address: company.billing_address ?? '',
        gstin: company.gstin ?? '',
      }}
      send={(body) => putOwnCompanyMutation().mutationFn({ body })}
    >
      {({ getInputProps }) => (
        <>
          <Textarea
            label="Billing address"
            rows={3}
            data-autofocus
            {...getInputProps('billing_address')}
          />
          <TextInput
            label="GSTIN"
            description={`15 characters, such as ${GSTIN_EXAMPLE}`}
            autoComplete="off"
            {...getInputProps('gstin')}
          />
        </>
      )}
    </FormButton>
  );
}
