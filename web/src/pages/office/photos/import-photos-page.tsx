import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { problemOf } from '../../../api/problem';
import { FilesField } from '../../../shared/forms/file-field';
import { PageHeader } from '../../../shared/layout/page-header';
import { ProblemNotice } from '../../../shared/layout/problem-notice';
import { SectionCard } from '../../../shared/layout/section-card';
import type { Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { Status } from '../../../shared/status';
import { PHOTO_TYPES } from '../product/add-photo';
import { ChooseProduct } from './choose-product';
import { addTo, findProducts, type NamedPhoto } from './named-photos';
import { PhotoPreview } from './photo-preview';
import { unzipPhotos } from './unzip-photos';

/** Renders the import of photos that are named by SKU, with the product of each before anything is stored. */
export function ImportPhotosPage() {
  const queryClient = useQueryClient();
  const [photos, setPhotos] = useState<NamedPhoto[]>([]);
  const choose = useMutation({
    mutationFn: async (files: readonly File[]) =>
      findProducts(await unzipPhotos(files), queryClient),
    onSuccess: setPhotos,
  });
  const left = photos.filter(({ product, state }) => product !== null && state !== 'added');
  const add = useMutation({
    mutationFn: async () => {
      for (const photo of left) {
        const change = await addTo(photo.product!.sku, photo.file, queryClient).then(
          () => ({ state: 'added', error: null }) as const,
          (error: unknown) => ({ state: 'failed', error }) as const,
        );
        setPhotos((all) =>
          all.map((each) => (each.file === photo.file ? { ...each, ...change } : each)),
        );
      }
    },
  });
  const chooseProduct = ({ file }: NamedPhoto, product: NamedPhoto['product']): void =>
    setPhotos((all) => all.map((each) => (each.file === file ? { ...each, product } : each)));
  const unknown = photos.filter(({ product }) => product === null).length;
  return (
    <>
      <PageHeader
        title="Import photos"
        detail="Nothing is stored before you have seen which photo goes to which product."
        back={<Link to="/office/catalog">Catalog</Link>}
        action={
          left.length > 0 && (
            <Button loading={add.isPending} onClick={() => add.mutate()}>
              Add {left.length} {left.length === 1 ? 'photo' : 'photos'}
            </Button>
          )
        }
      />
      <div className="sections">
        <SectionCard title="Files">
          <FilesField
            label="Choose photos, or drop them here"
            description="Named by SKU: KT-APR-85.jpg, KT-APR-85-2.jpg, or KT-APR-85/1.jpg in a ZIP. JPEG, PNG or WebP, up to 15 MB each, or a ZIP of them"
            accept={`${PHOTO_TYPES},.zip,application/zip`}
            isDisabled={choose.isPending || add.isPending}
            onFiles={(files) => choose.mutate(files)}
          />
          <ProblemNotice error={choose.error} title="The photos could not be read." />
          <p role="status" className="soft">
            {unknown > 0 &&
              `${unknown} of ${photos.length} names are no SKU: choose their products, or they are left out.`}
          </p>
        </SectionCard>
        {photos.length > 0 && (
          <SectionCard title="Photos">
            <DataTable
              caption="Photos and their products"
              columns={columnsOf(chooseProduct)}
              rows={photos}
              rowKey={(photo) => String(photos.indexOf(photo))}
            />
          </SectionCard>
        )}
      </div>
    </>
  );
}

function columnsOf(
  onChoose: (photo: NamedPhoto, product: NamedPhoto['product']) => void,
): Column<NamedPhoto>[] {
  return [
    {
      header: 'File',
      cell: ({ file }) => (
        <>
          <PhotoPreview file={file} />
          <div className="small">{file.name}</div>
        </>
      ),
    },
    {
      header: 'Product',
      isWide: true,
      cell: (photo) =>
        photo.product === null ? (
          <ChooseProduct
            fileName={photo.file.name}
            onChoose={({ sku, name }) => onChoose(photo, { sku, name })}
          />
        ) : (
          <div className="actions">
            <Link to="/office/catalog/$sku" params={{ sku: photo.product.sku }}>
              {photo.product.name}
            </Link>
            {photo.state !== 'added' && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Other product for ${photo.file.name}`}
                onClick={() => onChoose(photo, null)}
              >
                Other product
              </Button>
            )}
          </div>
        ),
    },
    { header: 'SKU', cell: ({ product }) => product?.sku ?? '–' },
    { header: 'State', isWide: true, cell: (photo) => <StateOf photo={photo} /> },
  ];
}

function StateOf({ photo: { product, state, error } }: { photo: NamedPhoto }) {
  if (product === null) return <Status tone="waiting">Choose its product</Status>;
  if (state === 'added') return <Status tone="ok">Added</Status>;
  if (state === 'found') return <Status tone="calm">Not added yet</Status>;
  const { message, fields } = problemOf(error);
  return <Status tone="bad">{fields[0]?.message ?? message}</Status>;
}
