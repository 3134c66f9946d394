import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CompanyDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import {
  getOwnCompanyOptions,
  putOwnCompanyMutation,
} from '../../api/generated/dashboard/dashboard-api.tanstack';
import { FactList } from '../../shared/fact-list';
import { FormDialog } from '../../shared/forms/form-dialog';
import { showFieldProblems } from '../../shared/forms/form-problem';
import { ProblemNotice } from '../../shared/layout/problem-notice';
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
      {query.error !== null && (
        <ProblemNotice
          error={query.error}
          title="The company could not be loaded."
          onRetry={() => void query.refetch()}
        />
      )}
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
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      billing_address: company.billing_address ?? '',
      gstin: company.gstin ?? '',
    },
  });
  const change = useMutation({
    ...putOwnCompanyMutation(),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      dialog.close();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={dialog.open}>
        Change
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Company"
        action="Save"
        isBusy={change.isPending}
        error={change.error}
        onSubmit={form.onSubmit((body) => change.mutate({ body }))}
      >
        <Textarea
          label="Billing address"
          rows={3}
          data-autofocus
          key={form.key('billing_address')}
          {...form.getInputProps('billing_address')}
        />
        <TextInput
          label="GSTIN"
          description="15 characters, such as 29ABCDE1234F1Z5"
          autoComplete="off"
          key={form.key('gstin')}
          {...form.getInputProps('gstin')}
        />
      </FormDialog>
    </>
  );
}
