import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SEARCHED_FIELDS } from '../../../../../src/catalog/details/product-details.ts';
import { listProductsOptions } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { DownloadTable } from '../../../shared/lists/download';
import { EmptyState } from '../../../shared/layout/empty-state';
import { FilterSelect } from '../../../shared/lists/filter-bar';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { PageHeader } from '../../../shared/layout/page-header';
import { choiceChips } from '../../../shared/lists/toolbar/choice-chips';
import { ListBar, type Chip } from '../../../shared/lists/toolbar/list-bar';
import { usePlans } from '../plans';
import { useProductColumns } from './catalog-columns';
import { useBulkEdit } from './use-bulk-edit';

const route = getRouteApi('/signed-in/office/catalog');

const ALL = { value: '', label: 'All' };
const ACTIVE = [ALL, { value: 'true', label: 'Active' }, { value: 'false', label: 'Inactive' }];
const STOCK = [ALL, { value: 'false', label: 'No stock' }, { value: 'true', label: 'In stock' }];
const TAX = [ALL, { value: 'missing', label: 'No HSN or rate' }];
const IMAGE = [ALL, { value: 'false', label: 'No image' }, { value: 'true', label: 'With image' }];

const SEARCHED = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(SEARCHED_FIELDS);

/** Renders all products, with search, filters and actions on several at once. */
export function CatalogPage() {
  const { cursor, ...filter } = route.useSearch();
  const mayWrite = useMay('catalog:write');
  const mayExport = useMay('catalog:export');
  const mayReadCosts = useMay('costs:read');
  const query = usePages(listProductsOptions({ query: { ...filter, cursor } }));
  const bulk = useBulkEdit(query.data?.data ?? []);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <PageHeader title="Catalog" action={mayWrite && <Actions />} />
      <ListBar
        list="office-products"
        filter={{ ...filter }}
        search={{ placeholder: SEARCHED, value: filter.q }}
        fields={<Filters />}
        chips={useChips()}
      >
        {mayExport && <DownloadTable path="/admin/products/export" filter={{ ...filter }} />}
        {mayExport && mayReadCosts && (
          <DownloadTable
            path="/admin/products/export"
            filter={{ ...filter, costs: 'true' }}
            label="With costs"
          />
        )}
      </ListBar>
      {bulk.outcome}
      <PagedList
        query={query}
        what="Products"
        columns={useProductColumns()}
        isCompact
        rowKey={({ sku }) => sku}
        selection={mayWrite ? bulk.selection : undefined}
        empty={
          isFiltered ? (
            <EmptyState action={<Link to="/office/catalog">Show all products</Link>}>
              No product matches these filters.
            </EmptyState>
          ) : (
            'There are no products yet. Import a supplier’s file, or add the first product.'
          )
        }
      />
    </>
  );
}

function Actions() {
  return (
    <>
      <Button variant="default" renderRoot={(props) => <Link to="/office/imports" {...props} />}>
        Imports
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/office/new-product" {...props} />}
      >
        New product
      </Button>
      <Button variant="default" renderRoot={(props) => <Link to="/office/new-photos" {...props} />}>
        Import photos
      </Button>
      <Button renderRoot={(props) => <Link to="/office/new-import" {...props} />}>
        Import file
      </Button>
    </>
  );
}

function Filters() {
  const filter = route.useSearch();
  const plans = useUnpricedPlans();
  return (
    <>
      <FilterSelect label="State" parameter="active" value={filter.active} options={ACTIVE} />
      <FilterSelect label="Stock" parameter="has_stock" value={filter.has_stock} options={STOCK} />
      <FilterSelect label="Image" parameter="has_image" value={filter.has_image} options={IMAGE} />
      <FilterSelect label="Tax" parameter="tax" value={filter.tax} options={TAX} />
      {plans.length > 0 && (
        <FilterSelect
          label="Own price"
          parameter="without_price_of"
          value={filter.without_price_of}
          options={[ALL, ...plans]}
        />
      )}
    </>
  );
}

/** Describes the filters that are set, in words. */
function useChips(): Chip[] {
  const { active, has_stock: stock, has_image: image, tax, ...filter } = route.useSearch();
  return choiceChips([
    ['active', 'State', active, ACTIVE],
    ['has_stock', 'Stock', stock, STOCK],
    ['has_image', 'Image', image, IMAGE],
    ['tax', 'Tax', tax, TAX],
    ['without_price_of', 'Own price', filter.without_price_of, useUnpricedPlans()],
  ]);
}

/** Reads the plans, as a choice of those without an own price of a product. */
function useUnpricedPlans() {
  return usePlans().map(({ code, name }) => ({ value: code, label: `None on ${name}` }));
}
