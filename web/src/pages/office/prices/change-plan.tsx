import { TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DiscountPreviewDto, PlanDto } from '../../../api/generated/admin-types';
import { previewPlanDiscountOptions, updatePlanMutation } from '../../../api/generated/admin';
import { FormButton } from '../../../shared/forms/form-button';
import { plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { percentOf, percentProblem } from './percent';

/** Renames a plan, or changes its discount after showing the effect on its prices. */
export function ChangePlan({ plan }: { plan: PlanDto }) {
  const { code, name, discount_percent: before } = plan;
  return (
    <FormButton
      label="Change"
      aria-label={`Change plan ${name}`}
      title={`Change plan ${code}`}
      action="Change plan"
      initialValues={{ name, discount_percent: String(before) }}
      validate={{ discount_percent: percentProblem }}
      send={(values) =>
        updatePlanMutation().mutationFn({
          path: { code },
          body: { ...values, discount_percent: percentOf(values.discount_percent) },
        })
      }
    >
      {({ getInputProps, values }) => (
        <>
          <TextInput label="Name" required {...getInputProps('name')} />
          <TextInput
            label="Percent off base prices"
            required
            autoComplete="off"
            data-autofocus
            {...getInputProps('discount_percent')}
          />
          <DiscountPreview plan={plan} percent={percentOf(values.discount_percent)} />
        </>
      )}
    </FormButton>
  );
}

function DiscountPreview({ plan, percent }: { plan: PlanDto; percent: number }) {
  const isOther = percent !== plan.discount_percent && percent >= 0 && percent <= 100;
  const preview = useQuery({
    ...previewPlanDiscountOptions({
      path: { code: plan.code },
      query: { discount_percent: percent },
    }),
    enabled: isOther,
    placeholderData: keepPreviousData,
  }).data?.data;
  if (!isOther || preview === undefined) return null;
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
