import type { QueryClient } from '@tanstack/react-query';
import {
  getProductOptions,
  listProductsOptions,
  updateProductMutation,
} from '../../../api/generated/admin';
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

/** The name of a file and of its folder, without its type. A Mac writes é as two characters. */
function stemOf({ name }: File): string {
  return name
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .trim();
}

/** What follows a SKU in the name of a further photo: `-2`, `(2)`, ` copy`, `-front`. */
const FURTHER = /^(.+?)(?:[-_ ]+(?:\d{1,2}|[a-z]+)| ?\(\d{1,2}\))$/i;

/**
 * Lists the SKUs that the name of a file may mean, the likeliest first: `KT-APR-85-2.jpg` is a photo of `KT-APR-85-2`, else the
 * second one of `KT-APR-85`. If the file's own name says nothing, that of its folder counts.
 */
function skusOf(stem: string): string[] {
  const [own = '', folder] = stem.split('/').reverse();
  const skus = [own.trim()];
  for (let found = FURTHER.exec(own); found !== null && skus.length < 4;) {
    skus.push(found[1]!.trim());
    found = FURTHER.exec(found[1]!);
  }
  return folder === undefined ? skus : [...skus, folder.trim()];
}

/** Finds the products of some files, in the order of their names. */
export async function findProducts(
  files: readonly File[],
  queryClient: QueryClient,
): Promise<NamedPhoto[]> {
  const known = new Map<string, NamedPhoto['product']>();
  const find = async (sku: string): Promise<NamedPhoto['product']> => {
    if (!known.has(sku)) known.set(sku, await findProduct(sku, queryClient));
    return known.get(sku)!;
  };
  const photos: NamedPhoto[] = [];
  const ownName = (file: File): string => stemOf(file).replace(/^.*\//, '');
  for (const file of files.toSorted((a, b) => BY_NAME.compare(ownName(a), ownName(b)))) {
    let product: NamedPhoto['product'] = null;
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

/** Finds the product of a SKU, or the only one whose SKU differs by the case of letters. */
async function findProduct(sku: string, queryClient: QueryClient): Promise<NamedPhoto['product']> {
  const exact = await readProduct(sku, queryClient);
  if (exact !== null) return exact;
  const options = listProductsOptions({ query: { q: sku, limit: 100 } });
  const { data } = await queryClient.fetchQuery({ ...options, staleTime: 0 });
  const same = data.filter((product) => product.sku.toUpperCase() === sku.toUpperCase());
  return same.length === 1 ? same[0]! : null;
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
