import type { UseFormReturnType } from '@mantine/form';
import { problemOf } from '../../api/problem';
import { ProblemNotice } from '../layout/problem-notice';

type AnyForm = Pick<UseFormReturnType<Record<string, unknown>>, 'setErrors' | 'getInputNode'>;

/** Shows the service's messages about fields next to them; the fields have the names of the request's body. */
export function showFieldProblems(form: AnyForm, error: unknown): void {
  const { fields } = problemOf(error);
  form.setErrors(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
  const [first] = fields;
  if (first !== undefined) form.getInputNode(first.field)?.focus();
}

/** Why a form was refused: each field at fault, or the problem as a whole. */
export function FormProblem({ error, title }: { error: unknown; title: string }) {
  if (error === null) return null;
  const { fields, code } = problemOf(error);
  // PasswordGate asks for it in a dialog of its own.
  if (code === 'password_required') return null;
  return (
    <ProblemNotice error={error} title={title}>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      )}
    </ProblemNotice>
  );
}
