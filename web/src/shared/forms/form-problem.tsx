import type { UseFormReturnType } from '@mantine/form';
import { problemOf } from '../../api/problem';
import { ProblemNotice } from '../layout/problem-notice';

type AnyForm = Pick<UseFormReturnType<Record<string, unknown>>, 'setErrors' | 'getInputNode'>;

/** Shows the service's messages next to their fields. Fields have the names of the request's body. */
export function showFieldProblems(form: AnyForm, error: unknown): void {
  const { fields } = problemOf(error);
  form.setErrors(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
  const [first] = fields;
  if (first !== undefined) form.getInputNode(first.field)?.focus();
}

/** Renders the reasons why a form was refused: each invalid field, or a problem without a field. */
export function FormProblem({ error, title }: { error: unknown; title: string }) {
  // PasswordGate asks for the password in its own dialog.
  if (error !== null && problemOf(error).code === 'password_required') return null;
  return <ProblemNotice error={error} title={title} />;
}
