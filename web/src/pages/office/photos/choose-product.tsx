import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listProductsOptions } from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import row from '../../../shared/forms/field-with-button.module.css';
import type { NamedPhoto } from './named-photos';

const SHOWN = 8;

interface ChooseProductProps {
  fileName: string;
  onChoose: (product: NonNullable<NamedPhoto['product']>) => void;
}

/** Renders the search for the product of a photo whose name is no SKU. The only product that has the words is taken at once. */
export function ChooseProduct({ fileName, onChoose }: ChooseProductProps) {
  const [words, setWords] = useState('');
  const queryClient = useQueryClient();
  const find = useMutation({
    mutationFn: async (q: string) => {
      const options = listProductsOptions({ query: { q, limit: SHOWN } });
      return (await queryClient.fetchQuery({ ...options, staleTime: 0 })).data;
    },
    onSuccess: ([first, second]) => {
      if (first !== undefined && second === undefined) onChoose(first);
    },
  });
  const found = find.data ?? [];
  return (
    <div>
      <form
        className={row.row}
        onSubmit={(event) => {
          event.preventDefault();
          if (words.trim() !== '' && !find.isPending) find.mutate(words.trim());
        }}
      >
        <TextInput
          aria-label={`Product of ${fileName}`}
          placeholder="Name or SKU"
          autoComplete="off"
          value={words}
          error={
            find.data?.length === 0
              ? `No product has “${find.variables}”.`
              : find.error !== null && problemOf(find.error).message
          }
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          aria-label={`Find the product of ${fileName}`}
          loading={find.isPending}
        >
          Find
        </Button>
      </form>
      {found.length > 1 && (
        <ul className="buttons" aria-label={`Products found for ${fileName}`}>
          {found.map((product) => (
            <li key={product.sku}>
              <Button variant="default" size="compact-sm" onClick={() => onChoose(product)}>
                {product.name}, {product.sku}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
