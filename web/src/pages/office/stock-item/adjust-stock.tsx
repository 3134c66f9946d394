import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StockLevelsDto } from '../../../api/generated/admin/admin-api.schemas';
import { adjustStockMutation } from '../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { formatCount } from '../../../shared/format';

interface AdjustStockProps {
  sku: string;
  level: StockLevelsDto['levels'][number];
}

const DIRECTIONS = [
  { value: '1', label: 'Add units' },
  { value: '-1', label: 'Remove units' },
];

/** Adds or removes units on hand, with a reason. */
export function AdjustStock({ sku, level }: AdjustStockProps) {
  const { variation_key: key, on_hand: onHand } = level;
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { direction: '1', delta: '', reason: '' },
    validate: {
      delta: (units) => (/^[1-9]\d{0,8}$/.test(units) ? null : 'Enter a whole number, such as 12.'),
    },
  });
  const adjust = useMutation({
    ...adjustStockMutation(),
    onSuccess: async () => {
      dialog.close();
      form.reset();
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  const delta = Number(form.values.direction) * Number(form.values.delta);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Adjust ${key === '' ? sku : key}`}
        onClick={dialog.open}
      >
        Adjust
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Adjust ${key === '' ? sku : `${sku}, ${key}`}`}
        action="Adjust stock"
        isBusy={adjust.isPending}
        error={adjust.error}
        onSubmit={form.onSubmit(({ reason }) =>
          adjust.mutate({
            path: { sku },
            body: { delta, reason, ...(key !== '' && { variation_key: key }) },
          }),
        )}
      >
        <NativeSelect label="Change" data={DIRECTIONS} {...form.getInputProps('direction')} />
        <TextInput
          label="Units"
          description={
            Number.isInteger(delta)
              ? `${formatCount(onHand)} on hand now, ${formatCount(onHand + delta)} after it`
              : `${formatCount(onHand)} on hand now`
          }
          required
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('delta')}
        />
        <TextInput
          label="Reason"
          description="Shown in the movements: damaged, found, received"
          required
          {...form.getInputProps('reason')}
        />
      </FormDialog>
    </>
  );
}
