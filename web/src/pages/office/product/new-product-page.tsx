import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { createProductMutation } from '../../../api/generated/admin/admin-api.tanstack';
import { PageHeader } from '../../../shared/layout/page-header';
import { PRODUCT_FORM, ProductForm } from './product-form';
import { NEW_PRODUCT, toNewProduct, type ProductValues } from './product-values';
import { useProductForm } from './use-product-form';

/** Renders a product that is added by hand. */
export function NewProductPage() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { form, draft, showProblems } = useProductForm(NEW_PRODUCT);
  const create = createProductMutation();
  const save = useMutation({
    mutationFn: (values: ProductValues) => create.mutationFn({ body: toNewProduct(values) }),
    onSuccess: async ({ data: { sku } }) => {
      draft.forget();
      await queryClient.invalidateQueries();
      await navigate({ to: '/office/catalog/$sku', params: { sku } });
    },
    onError: showProblems,
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
      <ProductForm form={form} isNew error={save.error} onSave={(values) => save.mutate(values)} />
    </>
  );
}
