import { fieldsOf } from '../../../catalog-import/fields';
import { usePlans } from '../plans';

/** What people call the columns of catalog files. */
export function useColumnLabels(): (column: string) => string {
  const fields = fieldsOf(usePlans());
  return (column) => fields.find((field) => field.column === column)?.label ?? column;
}
