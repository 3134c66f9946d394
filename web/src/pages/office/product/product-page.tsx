import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProductRecordDto } from '../../../api/generated/admin-types';
import { getProductOptions, updateProductMutation } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { useSavedForm } from '../../../shared/forms/use-saved-form';
import { TableSkeleton } from '../../../shared/lists/data-table';
import { PageHeader } from '../../../shared/layout/page-header';
import { Loaded } from '../../../shared/layout/loaded';
import { Status } from '../../../shared/status';
import { backToOrder } from '../../../shared/tax/tax-data-link';
import { Unprintable } from '../../../shared/layout/unprintable';
import { PlanPrices } from './plan-prices';
import { PRODUCT_FORM, ProductForm } from './product-form';
import { ProductCost } from './product-cost';
import { ProductFacts } from './product-facts';
import { ProductHistory } from './product-history';
import { ProductStock } from './product-stock';
import { effectOf, toChange, toValues, type ProductValues } from './product-values';

const route = getRouteApi('/signed-in/office/catalog/$sku');

/** Renders one product: its fields, prices on every plan, stock and history. */
export function ProductPage() {
  const { sku } = route.useParams();
  // A form keeps what it begins with: what was added since the last visit would be removed by saving it.
  const query = useQuery({ ...getProductOptions({ path: { sku } }), staleTime: 0 });
  const mayWrite = useMay('catalog:write');
  const isOld = mayWrite && !query.isFetchedAfterMount;
  const product = isOld ? undefined : query.data?.data;
  if (product !== undefined) {
    // The input stays when the product is loaded again.
    return mayWrite ? (
      <EditProduct key={product.sku} product={product} />
    ) : (
      <ProductFacts product={product} aside={<Aside product={product} />} />
    );
  }
  return (
    <>
      <PageHeader title={sku} back={<Link to="/office/catalog">Catalog</Link>} />
      {isOld && query.data !== undefined ? (
        <TableSkeleton />
      ) : (
        <Loaded query={query} what="The product" rows={8} />
      )}
    </>
  );
}

function EditProduct({ product }: { product: ProductRecordDto }) {
  const { sku } = product;
  const navigate = useNavigate();
  const { order } = route.useSearch();
  const [before, setBefore] = useState(() => toValues(product));
  const { form, draft, save } = useSavedForm({
    name: 'product',
    initialValues: before,
    send: (values: ProductValues) =>
      updateProductMutation().mutationFn({ path: { sku }, body: toChange(values, before) }),
    onSaved: async ({ data }, { setInitialValues, setValues }) => {
      const saved = toValues(data);
      setBefore(saved);
      setInitialValues(saved);
      setValues(saved);
      if (data.sku !== sku) {
        await navigate({
          to: '/office/catalog/$sku',
          params: { sku: data.sku },
          search: { order },
          replace: true,
        });
      }
    },
  });
  const { outOfSale } = effectOf(product, form.values);
  const isAgreed = outOfSale === 0 || form.values.unitsOutOfSale === outOfSale;
  return (
    <>
      <PageHeader
        title={product.name}
        back={backToOrder(order) ?? <Link to="/office/catalog">Catalog</Link>}
        detail={<State product={product} />}
        action={
          <Button
            type="submit"
            form={PRODUCT_FORM}
            loading={save.isPending}
            disabled={!form.isDirty() || !isAgreed}
          >
            {form.isDirty() ? 'Save product' : 'Saved'}
          </Button>
        }
      />
      <Unprintable characters={product.unprintable} />
      {draft.offer}
      <ProductForm
        form={form}
        product={product}
        error={save.error}
        onSave={(values) => save.mutate(values)}
        aside={<Aside product={product} />}
      />
    </>
  );
}

function State({ product: { sku, active } }: { product: ProductRecordDto }) {
  return (
    <>
      <span className="mono">{sku}</span>
      {' · '}
      <Status tone={active ? 'ok' : 'calm'}>{active ? 'Active' : 'Inactive'}</Status>
    </>
  );
}

function Aside({ product }: { product: ProductRecordDto }) {
  const mayReadPlans = useMay('plans:read');
  const mayReadCosts = useMay('costs:read');
  const mayReadStock = useMay('stock:read');
  const mayReadAudit = useMay('audit:read');
  return (
    <>
      {mayReadCosts && <ProductCost product={product} />}
      {mayReadPlans && <PlanPrices product={product} />}
      {mayReadStock && <ProductStock sku={product.sku} />}
      {mayReadAudit && <ProductHistory sku={product.sku} />}
    </>
  );
}
