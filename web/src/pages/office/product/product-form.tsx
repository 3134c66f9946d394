import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import type { ProductRecordDto } from '../../../api/generated/admin-types';
import { outOfSaleText } from '../out-of-sale';
import { CheckField } from '../../../shared/forms/check-field';
import { FormProblem } from '../../../shared/forms/form-problem';
import { Notice } from '../../../shared/layout/notice';
import { SectionCard } from '../../../shared/layout/section-card';
import layout from '../../../order/order-layout.module.css';
import { Form } from '../../../shared/forms/form';
import classes from './product-form.module.css';
import { allAdded } from './add-photo';
import { DetailInputs } from './product-details';
import { Pictures } from './pictures';
import { effectOf, type ProductValues } from './product-values';
import { VariationInputs } from './variation-details';
import { typedNumber } from '../../../shared/forms/typed-number';

/** Id of the form, for the button in the page's header. */
export const PRODUCT_FORM = 'product-form';

interface ProductFormProps {
  form: UseFormReturnType<ProductValues>;
  /** The product before the change; undefined: a new one. */
  product?: ProductRecordDto;
  error: unknown;
  onSave: (values: ProductValues) => void;
  /** Content of the right column. */
  aside?: ReactNode;
}

/** Renders the fields of a product, without its stock and its prices on plans. */
export function ProductForm({ form, product, error, onSave, aside }: ProductFormProps) {
  const [isWaiting, setIsWaiting] = useState(false);
  const saveOnceAdded = (values: ProductValues): void => {
    const added = allAdded();
    if (added === null) onSave(values);
    else if (!isWaiting) {
      setIsWaiting(true);
      void added.then(() => {
        setIsWaiting(false);
        onSave(form.getValues());
      });
    }
  };
  return (
    <div className={layout.layout}>
      <Form
        fields={form}
        id={PRODUCT_FORM}
        className={layout.column}
        onSubmit={form.onSubmit(saveOnceAdded)}
      >
        <FormProblem error={error} title="The product could not be saved." />
        {isWaiting && (
          <Notice tone="moving" title="The product is saved once its photos are added." isAlert />
        )}
        <Basics form={form} />
        <Prices form={form} product={product} />
        <Pictures form={form} sku={product?.sku} />
        <VariationInputs form={form} />
        <Details form={form} />
      </Form>
      <div className={layout.column}>{aside}</div>
    </div>
  );
}

type PartProps = Pick<ProductFormProps, 'form'>;

function Basics({ form }: PartProps) {
  return (
    <SectionCard title="Product">
      <div className={classes.fields}>
        <TextInput label="Name" required className={classes.wide} {...form.getInputProps('name')} />
        <TextInput
          label="SKU"
          description="Stores order by it; case matters"
          required
          autoComplete="off"
          {...form.getInputProps('sku')}
        />
        <DetailInputs form={form} section="product" />
        <TextInput label="Category" {...form.getInputProps('category')} />
        <Textarea
          label="Description"
          rows={4}
          className={classes.wide}
          {...form.getInputProps('description')}
        />
        <div className={classes.wide}>
          <CheckField
            label="Active"
            description="Stores see it and can order it"
            checked={form.values.active}
            onChange={({ currentTarget }) => form.setFieldValue('active', currentTarget.checked)}
          />
        </div>
      </div>
    </SectionCard>
  );
}

/** Returns true if two amounts are given, the first below the second. */
function isBelow(text: string, limit: string): boolean {
  return text.trim() !== '' && limit.trim() !== '' && typedNumber(text) < typedNumber(limit);
}

function Prices({ form, product }: PartProps & Pick<ProductFormProps, 'product'>) {
  const isNew = product === undefined;
  const variations = form.values.variations.trim();
  return (
    <SectionCard title="Price and variations">
      <div className={classes.fields}>
        <TextInput
          label="Base price"
          description={
            isNew
              ? 'Plans take their discount off it'
              : 'Empty: only plans with an own price sell it'
          }
          inputMode="decimal"
          required={isNew}
          {...form.getInputProps('base_price')}
        />
        <TextInput
          label="Delivery charge"
          description="Once for each order with this product"
          inputMode="decimal"
          required
          {...form.getInputProps('delivery_charge')}
        />
        <DetailInputs form={form} section="price" />
        {isBelow(form.values.mrp, form.values.base_price) && (
          <Notice tone="waiting">The MRP is below the base price.</Notice>
        )}
        <Textarea
          label="Variations"
          description={`One per line, with its values: Size: S, M, L${isNew ? '. Enter their stock afterwards' : ''}`}
          rows={3}
          className={classes.wide}
          {...form.getInputProps('variations')}
        />
        {product !== undefined && <VariationsEffect form={form} product={product} />}
        {isNew && variations === '' && (
          <TextInput
            label="Stock on hand"
            inputMode="numeric"
            {...form.getInputProps('stock_qty')}
          />
        )}
      </div>
    </SectionCard>
  );
}

/** Says what a change of the variations does, and asks for a tick before units go out of sale. */
function VariationsEffect({ form, product }: PartProps & { product: ProductRecordDto }) {
  const { outOfSale, hasOtherKeys } = effectOf(product, form.values);
  return (
    <>
      {hasOtherKeys && (
        <Notice tone="waiting">
          Stores see other keys in <code>variation_stocks</code>: theirs are made of the names and
          values as written here.
        </Notice>
      )}
      {outOfSale > 0 && (
        <div className={classes.wide}>
          <CheckField
            label={outOfSaleText(outOfSale)}
            description="Their variations are no longer offered."
            checked={form.values.unitsOutOfSale === outOfSale}
            onChange={({ currentTarget }) =>
              form.setFieldValue('unitsOutOfSale', currentTarget.checked ? outOfSale : 0)
            }
          />
        </div>
      )}
    </>
  );
}

function Details({ form }: PartProps) {
  return (
    <SectionCard title="Delivery and tax">
      <div className={classes.fields}>
        <DetailInputs form={form} section="delivery" />
      </div>
    </SectionCard>
  );
}
