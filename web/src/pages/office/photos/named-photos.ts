import type { QueryClient } from '@tanstack/react-query';
import { getProductOptions, updateProductMutation } from '../../../api/generated/admin';
import type { ProductRecordDto } from '../../../api/generated/admin-types';
import { ApiError } from '../../../api/operations';
import { addPhoto } from '../product/add-photo';

/** A file, and the product that its name is for, or that a person chose. */
export interface NamedPhoto {
  file: File;
  /** null: no product has a SKU that the name may mean, and none was chosen. */
  product: Pick<ProductRecordDto, 'sku' | 'name'> | null;
  state: 'found' | 'added' | 'failed';
  error: unknown;
}

const BY_NAME = new Intl.Collator('en', { numeric: true });

function stemOf({ name }: File): string {
  return name.replace(/\.[^.]*$/, '').trim();
}

/** Lists the SKUs that the name of a file may mean: `KT-APR-85-2.jpg` is a photo of `KT-APR-85-2`, else the second one of `KT-APR-85`. */
function skusOf(stem: string): string[] {
  const first = /^(.+)[-_ ]\d{1,2}$/.exec(stem)?.[1];
  return first === undefined ? [stem] : [stem, first];
}

/** Finds the products of some files, in the order of their names. */
export async function findProducts(
  files: readonly File[],
  queryClient: QueryClient,
): Promise<NamedPhoto[]> {
  const known = new Map<string, ProductRecordDto | null>();
  const find = async (sku: string): Promise<ProductRecordDto | null> => {
    if (!known.has(sku)) known.set(sku, await readProduct(sku, queryClient));
    return known.get(sku)!;
  };
  const photos: NamedPhoto[] = [];
  for (const file of [...files].sort((one, other) => BY_NAME.compare(stemOf(one), stemOf(other)))) {
    let product: ProductRecordDto | null = null;
    for (const sku of skusOf(stemOf(file))) product ??= await find(sku);
    photos.push({ file, product, state: 'found', error: null });
  }
  return photos;
}

/** Uploads a photo, and puts it behind the other pictures of its product. */
export async function addTo(sku: string, file: File, queryClient: QueryClient): Promise<void> {
  const url = await addPhoto(file);
  const product = await readProduct(sku, queryClient);
  const images = [...new Set([...(product?.images ?? []), url])];
  await updateProductMutation().mutationFn({ path: { sku }, body: { images } });
  await queryClient.invalidateQueries(getProductOptions({ path: { sku } }));
}

async function readProduct(
  sku: string,
  queryClient: QueryClient,
): Promise<ProductRecordDto | null> {
  try {
    const options = getProductOptions({ path: { sku } });
    return (await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
