import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { saveSupplierMutation, uploadCatalogImportMutation } from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import { plural } from '../../../shared/format';
import { deliveryOf, lacksDelivery, markupOf } from './chosen-amounts';
import type { SupplierFile } from './use-supplier-file';

/** Remembers how the supplier's files are read, and uploads the catalog file made from this one. */
export function CheckImport({ file, content }: { file: File; content: SupplierFile }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const save = saveSupplierMutation();
  const upload = uploadCatalogImportMutation();
  const { converted, columns, duplicates } = content;
  const supplier = content.supplierName.trim();
  const delivery = deliveryOf(content);
  const markup = markupOf(content);
  const marked = markup && { markup_percent: markup.basisPoints / 100, rounding: markup.rounding };
  const check = useMutation({
    mutationFn: async (csv: string) => {
      if (supplier !== '') {
        const remembered = columns.map(({ name, field }) => ({
          header: name,
          column: field?.column ?? null,
        }));
        const body = {
          name: supplier,
          columns: remembered,
          duplicates,
          new_delivery_charge: delivery,
          ...marked,
        };
        await save.mutationFn({ body });
      }
      const query = {
        file_name: file.name,
        ...(supplier !== '' && { supplier }),
        ...(delivery !== null && { new_delivery_charge: delivery }),
        ...marked,
      };
      return upload.mutationFn({ query, body: csv });
    },
    onSuccess: async ({ data: { id } }) => {
      await queryClient.invalidateQueries();
      await navigate({ to: '/office/imports/$id', params: { id: String(id) } });
    },
  });
  if (converted === null) return null;
  const { count } = converted;
  const isRefused = duplicates === 'refuse' && converted.duplicates.length > 0;
  const isWrong =
    lacksDelivery(content) || Number.isNaN(delivery) || Number.isNaN(markup?.basisPoints);
  return (
    <>
      {check.error !== null && <p role="alert">{problemOf(check.error).message}</p>}
      <Button
        loading={check.isPending}
        disabled={count === 0 || isRefused || isWrong}
        onClick={() => check.mutate(converted.csv)}
      >
        {`Check ${plural(count, 'product')}`}
      </Button>
    </>
  );
}
