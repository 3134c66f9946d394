import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { ClientProductDto } from '../../../api/generated/admin-types';
import { listProductsOfClientOptions } from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import { formatCount, formatMoney } from '../../../shared/format';
import { ProductImage } from '../../../shared/product-image';
import row from '../../../shared/forms/field-with-button.module.css';
import classes from './new-order.module.css';

const SHOWN = 8;

interface FindProductProps {
  clientId: number;
  field: RefObject<HTMLInputElement | null>;
  /** Receives the product, with the combination whose code was scanned; `isChosen` if it was taken from a list. */
  onFound: (product: ClientProductDto, found: { variation?: string; isChosen: boolean }) => void;
  /** Called when the person wants to change the line above. */
  onUp: () => void;
}

/** Renders the field for the next product: a scanned or typed SKU is added at once, other words are looked up. */
export function FindProduct({ clientId, field, onFound, onUp }: FindProductProps) {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const add = (...found: Parameters<FindProductProps['onFound']>): void => {
    find.reset();
    form.current?.reset();
    field.current?.focus();
    onFound(...found);
  };
  const find = useMutation({
    mutationFn: async (words: string) => {
      const variables = { path: { id: clientId }, query: { q: words, limit: SHOWN } };
      const options = { ...listProductsOfClientOptions(variables), staleTime: 0 };
      return (await queryClient.fetchQuery(options)).data;
    },
    onSuccess: (found, words) => {
      const exact = found.find(({ sku }) => sku.toUpperCase() === words.toUpperCase());
      const only = found.length === 1 ? found[0] : undefined;
      const product = exact ?? only;
      if (product !== undefined) {
        add(product, { variation: combinationWith(product, words), isChosen: false });
      }
    },
  });
  const found = find.data ?? [];
  const isUnknown = find.data?.length === 0;
  return (
    <div>
      <form
        ref={form}
        className={`${row.row} ${classes.find}`}
        onSubmit={(event) => {
          event.preventDefault();
          const words = field.current?.value.trim() ?? '';
          if (words !== '' && !find.isPending) find.mutate(words);
        }}
      >
        <TextInput
          ref={field}
          label="Add a product"
          description="Name, SKU or scan, then Enter. ↑ changes the quantity of the line above"
          autoComplete="off"
          spellCheck={false}
          error={
            isUnknown
              ? `No product that this client can order has “${find.variables}”.`
              : find.error !== null && problemOf(find.error).message
          }
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp') return;
            event.preventDefault();
            onUp();
          }}
        />
        <Button type="submit" variant="default">
          Add
        </Button>
      </form>
      {found.length > 1 && (
        <Results products={found} onChoose={(product) => add(product, { isChosen: true })} />
      )}
    </div>
  );
}

/** Finds the combination with a code. */
function combinationWith({ variation_codes: codes }: ClientProductDto, code: string) {
  return Object.keys(codes).find((key) => codes[key] === code);
}

function stepByArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  const item = event.currentTarget.parentElement;
  const steps = { ArrowDown: item?.nextElementSibling, ArrowUp: item?.previousElementSibling };
  const next = steps[event.key as keyof typeof steps];
  if (next == null) return;
  event.preventDefault();
  next.querySelector('button')?.focus();
}

interface ResultsProps {
  products: readonly ClientProductDto[];
  onChoose: (product: ClientProductDto) => void;
}

/** Renders the products that have the words. Arrows step through them, and Enter takes one, at first the first. */
function Results({ products, onChoose }: ResultsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), [products]);
  return (
    <ul ref={list} className={classes.results} aria-label="Products found">
      {products.map((product) => (
        <li key={product.sku}>
          <button type="button" onKeyDown={stepByArrows} onClick={() => onChoose(product)}>
            <ProductImage address={product.image ?? undefined} size={32} />
            <span>
              {product.name}
              <span className="soft small">
                <code>{product.sku}</code>
                {` · ${formatCount(product.stock_qty)} available`}
              </span>
            </span>
            <span className="number">{formatMoney(product.price ?? 0)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
