import { Button, FileButton, Input, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import {
  DETAILS_BY_VARIATION,
  type DetailFields,
} from '../../../../../src/catalog/details/product-details.ts';
import {
  variationKeys,
  variationText,
} from '../../../../../src/catalog/variations/variation-keys.ts';
import type { ProductRecordDto } from '../../../api/generated/admin-types';
import type { Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { ProblemNotice } from '../../../shared/layout/problem-notice';
import { SectionCard } from '../../../shared/layout/section-card';
import { ProductImage } from '../../../shared/product-image';
import { addPhoto, PHOTO_TYPES, untilAdded } from './add-photo';
import { keysOf, textFinder, type ProductValues } from './product-values';

type Detail = (typeof DETAILS_BY_VARIATION)[number];

const TITLE = 'Code and picture of each variation';

/** Renders the inputs of the details of each combination that the form has now. */
export function VariationInputs({ form }: { form: UseFormReturnType<ProductValues> }) {
  const keys = keysOf(form.values);
  if (keys.length === 0) return null;
  const columns = DETAILS_BY_VARIATION.map((detail): Column<string> => {
    const textOf = textFinder(form.values[detail.name]);
    return {
      header: detail.label,
      isWide: true,
      cell: (key) => {
        const setText = (text: string): void =>
          form.setFieldValue(detail.name, (texts) => ({ ...texts, [key]: text }));
        const input = (
          <TextInput
            aria-label={`${detail.label} of ${variationText(key)}`}
            placeholder={detail.kind === 'images' ? 'https://…' : undefined}
            autoComplete="off"
            value={textOf(key)}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        );
        if (detail.kind !== 'images') return input;
        return (
          <>
            {input}
            <VariationPhoto of={variationText(key)} onAdded={setText} />
          </>
        );
      },
    };
  });
  return (
    <SectionCard title={TITLE}>
      <DataTable caption={TITLE} columns={[KEY, ...columns]} rows={keys} rowKey={(key) => key} />
      {DETAILS_BY_VARIATION.map(({ name }) => (
        <Input.Error key={name}>{form.errors[name]}</Input.Error>
      ))}
    </SectionCard>
  );
}

/** Renders the button that adds the photo of a combination. */
function VariationPhoto({ of, onAdded }: { of: string; onAdded: (url: string) => void }) {
  const upload = useMutation({
    mutationFn: (file: File) => untilAdded(addPhoto(file).then(onAdded)),
  });
  return (
    <>
      <FileButton accept={PHOTO_TYPES} onChange={(file) => file !== null && upload.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="compact-sm"
            mt={4}
            loading={upload.isPending}
            aria-label={`Add photo of ${of}`}
          >
            Add photo
          </Button>
        )}
      </FileButton>
      <ProblemNotice error={upload.error} title="The photo was not added." />
    </>
  );
}

const KEY: Column<string> = { header: 'Variation', cell: variationText };

/** Renders the details of each combination, where one is known. */
export function VariationFacts({ product }: { product: ProductRecordDto }) {
  const details: Partial<DetailFields> = product;
  const keys = variationKeys(product.variations).filter((key) =>
    DETAILS_BY_VARIATION.some(({ name }) => details[name]?.[key] !== undefined),
  );
  if (keys.length === 0) return null;
  const columns = DETAILS_BY_VARIATION.map((detail): Column<string> => ({
    header: detail.label,
    cell: (key) => <Fact detail={detail} text={details[detail.name]?.[key]} />,
  }));
  return (
    <SectionCard title={TITLE}>
      <DataTable caption={TITLE} columns={[KEY, ...columns]} rows={keys} rowKey={(key) => key} />
    </SectionCard>
  );
}

function Fact({ detail, text }: { detail: Detail; text: string | undefined }) {
  if (detail.kind === 'images') return <ProductImage address={text} size={48} />;
  return text === undefined ? '–' : <span className="mono">{text}</span>;
}
