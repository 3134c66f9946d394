import { useForm, type UseFormReturnType } from '@mantine/form';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { useDraft, type Draft } from '../../../shared/forms/use-draft';
import type { ProductValues } from './product-values';

interface ProductFormState {
  form: UseFormReturnType<ProductValues>;
  showProblems: (error: unknown) => void;
  draft: Draft;
}

/** Returns the form of a product, with the service's messages next to its fields. */
export function useProductForm(initialValues: ProductValues): ProductFormState {
  const form = useForm<ProductValues>({ mode: 'controlled', initialValues });
  const draft = useDraft('product', form, true);
  return { form, draft, showProblems: (error) => showFieldProblems(form, error) };
}
