import { fieldsOf } from '../../../catalog-import/fields';
import { usePlans } from '../plans';

/** Makes a function that gives the label of a column of catalog files. */
export function useColumnLabels(): (column: string) => string {
  const fields = fieldsOf(usePlans(), { hasCosts: true });
  return (column) => fields.find((field) => field.column === column)?.label ?? column;
}
