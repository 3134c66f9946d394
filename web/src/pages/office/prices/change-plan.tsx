import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DiscountPreviewDto, PlanDto } from '../../../api/generated/admin/admin-api.schemas';
import {
  previewPlanDiscountOptions,
  updatePlanMutation,
} from '../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { percentOf, percentProblem } from './percent';

/** Renames a plan, or gives it another discount; what that does to prices is shown before. */
export function ChangePlan({ plan }: { plan: PlanDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Change plan ${plan.name}`}
        onClick={dialog.open}
      >
        Change
      </Button>
      {isOpen && <ChangePlanDialog plan={plan} onClose={dialog.close} />}
    </>
  );
}

function ChangePlanDialog({ plan, onClose }: { plan: PlanDto; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: plan.name, discount_percent: String(plan.discount_percent) },
    validate: { discount_percent: percentProblem },
  });
  const change = useMutation({
    ...updatePlanMutation(),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  const percent = percentOf(form.values.discount_percent);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Change plan ${plan.code}`}
      action="Change plan"
      isBusy={change.isPending}
      error={change.error}
      onSubmit={form.onSubmit(({ name }) =>
        change.mutate({ path: { code: plan.code }, body: { name, discount_percent: percent } }),
      )}
    >
      <TextInput label="Name" required {...form.getInputProps('name')} />
      <TextInput
        label="Percent off base prices"
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('discount_percent')}
      />
      {percent !== plan.discount_percent && percent >= 0 && percent <= 100 && (
        <DiscountPreview code={plan.code} percent={percent} />
      )}
    </FormDialog>
  );
}

function DiscountPreview({ code, percent }: { code: string; percent: number }) {
  const preview = useQuery({
    ...previewPlanDiscountOptions({ path: { code }, query: { discount_percent: percent } }),
    placeholderData: keepPreviousData,
  }).data?.data;
  if (preview === undefined) return null;
  return (
    <div role="status">
      <Notice tone="moving" title={changeText(preview)}>
        <p>It changes at once. A price list changes prices at a later time.</p>
      </Notice>
    </div>
  );
}

function changeText({ rises, falls, own, hidden }: DiscountPreviewDto): string {
  const parts = [
    rises > 0 && plural(rises, 'price rises', 'prices rise'),
    falls > 0 && plural(falls, 'price falls', 'prices fall'),
    own > 0 && plural(own, 'own price of the plan stays', 'own prices of the plan stay'),
    hidden > 0 &&
      plural(hidden, 'product loses its price', 'products lose their price') +
        ' and cannot be ordered',
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'No price changes.' : `${parts.join(', ')}.`;
}
