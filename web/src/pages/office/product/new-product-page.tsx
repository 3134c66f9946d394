import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { createProductMutation } from '../../../api/generated/admin';
import { useSavedForm } from '../../../shared/forms/use-saved-form';
import { PageHeader } from '../../../shared/layout/page-header';
import { PRODUCT_FORM, ProductForm } from './product-form';
import { NEW_PRODUCT, toNewProduct, type ProductValues } from './product-values';

/** Renders a product that is added by hand. */
export function NewProductPage() {
  const navigate = useNavigate();
  const { form, draft, save } = useSavedForm({
    name: 'product',
    initialValues: NEW_PRODUCT,
    send: (values: ProductValues) =>
      createProductMutation().mutationFn({ body: toNewProduct(values) }),
    onShown: async ({ data: { sku } }, isHere) => {
      if (isHere) await navigate({ to: '/office/catalog/$sku', params: { sku } });
    },
  });
  return (
    <>
      <PageHeader
        title="New product"
        back={<Link to="/office/catalog">Catalog</Link>}
        action={
          <Button type="submit" form={PRODUCT_FORM} loading={save.isPending}>
            Create product
          </Button>
        }
      />
      {draft.offer}
      <ProductForm form={form} error={save.error} onSave={(values) => save.mutate(values)} />
    </>
  );
}
