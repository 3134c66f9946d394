import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  FILTER_DETAILS,
  type DetailFilter,
} from '../../../../../src/catalog/details/product-details.ts';
import { PRICE_FILE_FIELDS } from '../../../../../src/catalog/price-lists/price-file-fields.js';
import { createPriceListMutation, importPriceListMutation } from '../../../api/generated/admin';
import { FileField } from '../../../shared/forms/file-field';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { useDraft, type Draft } from '../../../shared/forms/use-draft';
import { fileToSend, useUploadColumns } from '../../../table-file/use-upload-columns';
import { usePlans } from '../plans';
import { percentOf, percentProblem } from './percent';
import { PriceFileProblems } from './price-file-problems';

const ROUNDINGS = [
  { value: '0.01', label: '0.01 – not rounded' },
  { value: '0.05', label: '0.05' },
  { value: '0.1', label: '0.10' },
  { value: '0.5', label: '0.50' },
  { value: '1', label: '1' },
  { value: '5', label: '5' },
  { value: '10', label: '10' },
];
const WAYS = [
  { value: 'percent', label: 'Present prices, changed by a percentage' },
  { value: 'file', label: 'From a CSV file' },
];

const NO_FILTERS = Object.fromEntries(FILTER_DETAILS.map(({ name }) => [name, ''])) as Record<
  keyof DetailFilter,
  string
>;
const EMPTY = {
  ...NO_FILTERS,
  way: 'percent',
  percent: '',
  round_to: '1',
  category: '',
  q: '',
  name: '',
};

type Values = typeof EMPTY & { plan: string };
type RoundTo = 0.01 | 0.05 | 0.1 | 0.5 | 1 | 5 | 10;

/** Makes a draft of a price list, and opens it. */
export function NewPriceList({ plan: chosen }: { plan: string | undefined }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button onClick={dialog.open}>New price list</Button>
      {isOpen && <NewPriceListDialog plan={chosen} onClose={dialog.close} />}
    </>
  );
}

function NewPriceListDialog({ plan, onClose }: { plan: string | undefined; onClose: () => void }) {
  const plans = usePlans();
  const [file, setFile] = useState<File | null>(null);
  const form = useForm<Values>({
    initialValues: { ...EMPTY, plan: plan ?? '' },
    validate: {
      percent: (percent, { way }) => (way === 'percent' ? percentProblem(percent) : null),
    },
  });
  const draft = useDraft('price list', form, true);
  const { create, upload } = useNewPriceList(form, draft);
  const prices = useUploadColumns('prices', PRICE_FILE_FIELDS, (read) => setFile(fileToSend(read)));
  const { plan: typed, way, ...values } = form.values;
  const code = typed === '' ? (plans[0]?.code ?? '') : typed;
  const submit = (): void => {
    const { name } = values;
    if (way === 'file') {
      // The service recognizes text and workbooks by their bytes. The client sends a file as it is.
      if (file !== null)
        upload.mutate({ query: { plan: code, name }, body: file as unknown as string });
      return;
    }
    const percent = percentOf(values.percent);
    const roundTo = Number(values.round_to) as RoundTo;
    create.mutate({ body: { ...values, plan: code, percent, round_to: roundTo } });
  };
  return (
    <FormDialog
      fields={form}
      opened
      onClose={onClose}
      title="New price list"
      action="Preview"
      isBusy={create.isPending || upload.isPending}
      error={way === 'file' ? upload.error : create.error}
      onSubmit={form.onSubmit(submit)}
    >
      {draft.offer}
      <NativeSelect
        label="Plan"
        data={plans.map((each) => ({ value: each.code, label: `${each.name} (${each.code})` }))}
        {...form.getInputProps('plan')}
        value={code}
      />
      <NativeSelect label="New prices" data={WAYS} {...form.getInputProps('way')} />
      {way === 'percent' ? (
        <PercentFields form={form} />
      ) : (
        <>
          <FileField
            label={prices.file?.name ?? 'Price file'}
            description="A CSV or Excel file with the columns sku and price"
            accept=".csv,.txt,.xlsx,text/csv"
            onFile={prices.take}
          />
          {prices.view}
          <PriceFileProblems error={upload.error} />
        </>
      )}
      <TextInput
        label="Name"
        description="Empty: a name made from the change"
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}

/** Renders the fields for the change and for the products that it applies to. */
function PercentFields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        label="Change in percent"
        description="5 raises prices by 5 %, -2.5 lowers them by 2.5 %"
        required
        inputMode="text"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('percent')}
      />
      <NativeSelect label="Round to" data={ROUNDINGS} {...form.getInputProps('round_to')} />
      <TextInput
        label="Category"
        description="Empty: products of all categories"
        {...form.getInputProps('category')}
      />
      {FILTER_DETAILS.map(({ name, label }) => (
        <TextInput
          key={name}
          label={label}
          description={`Empty: products of every ${label.toLowerCase()}`}
          {...form.getInputProps(name)}
        />
      ))}
      <TextInput
        label="SKU or name has"
        description="Empty: all of these products"
        {...form.getInputProps('q')}
      />
    </>
  );
}

/** Offers both ways to create a draft; each opens it. */
function useNewPriceList(form: UseFormReturnType<Values>, draft: Draft) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const onSuccess = async ({ data: { id } }: { data: { id: number } }): Promise<void> => {
    draft.forget();
    void queryClient.invalidateQueries();
    await navigate({ to: '/office/prices/$id', params: { id: String(id) } });
  };
  const onError = (error: unknown): void => showFieldProblems(form, error);
  return {
    create: useMutation({ ...createPriceListMutation(), onSuccess, onError }),
    upload: useMutation({ ...importPriceListMutation(), onSuccess, onError }),
  };
}
