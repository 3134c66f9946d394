import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlanDto } from '../../../api/generated/admin/admin-api.schemas';
import {
  deletePlanPriceMutation,
  setPlanPriceMutation,
} from '../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { formatMoney } from '../../../shared/format';

interface EditPriceProps {
  plan: PlanDto;
  sku: string;
  /** null: the plan has none. */
  ownPrice: number | null;
  /** Price without an own price; null: the product is not sold then. */
  discounted: number | null;
}

/** Sets or takes off a plan's own price of a product, at once. */
export function EditPrice({ plan: { code, name }, sku, ownPrice, discounted }: EditPriceProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { wholesale_price: '' } });
  const set = setPlanPriceMutation();
  const remove = deletePlanPriceMutation();
  const save = useMutation({
    mutationFn: (price: string) => {
      const path = { code, sku };
      return price.trim() === ''
        ? remove.mutationFn({ path, query: {} })
        : set.mutationFn({ path, body: { wholesale_price: Number(price) } });
    },
    onSuccess: async () => {
      dialog.close();
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  const open = (): void => {
    form.setValues({ wholesale_price: ownPrice?.toFixed(2) ?? '' });
    save.reset();
    dialog.open();
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Edit own price of plan ${name}`}
        onClick={open}
      >
        Edit
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Own price of plan ${name}`}
        action="Save price"
        isBusy={save.isPending}
        error={save.error}
        onSubmit={form.onSubmit(({ wholesale_price }) => save.mutate(wholesale_price))}
      >
        <TextInput
          label="Own price"
          description={
            discounted === null
              ? 'Empty: this plan does not sell the product'
              : `Empty: the plan's discount applies, ${formatMoney(discounted)}`
          }
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          key={form.key('wholesale_price')}
          {...form.getInputProps('wholesale_price')}
        />
      </FormDialog>
    </>
  );
}
