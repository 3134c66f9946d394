import { TextInput } from '@mantine/core';
import { createPlanMutation } from '../../../api/generated/admin';
import { FormButton } from '../../../shared/forms/form-button';
import { percentOf, percentProblem } from './percent';

export function NewPlan() {
  return (
    <FormButton
      variant="filled"
      size="sm"
      label="New plan"
      action="Create plan"
      initialValues={{ name: '', code: '', discount_percent: '0' }}
      validate={{ discount_percent: percentProblem }}
      send={({ discount_percent: percent, ...plan }) =>
        createPlanMutation().mutationFn({ body: { ...plan, discount_percent: percentOf(percent) } })
      }
    >
      {({ getInputProps }) => (
        <>
          <TextInput label="Name" required data-autofocus {...getInputProps('name')} />
          <TextInput
            label="Code"
            description="Letters, digits, - and _; it cannot be changed later"
            required
            autoComplete="off"
            {...getInputProps('code')}
          />
          <TextInput
            label="Percent off base prices"
            required
            autoComplete="off"
            {...getInputProps('discount_percent')}
          />
        </>
      )}
    </FormButton>
  );
}
