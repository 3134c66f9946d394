/** Writes the SQL expression of the number of an order, which may be archived. @param id an SQL expression; null: no order */
export function orderNumberOf(id: string): string {
  return `(SELECT order_number FROM orders WHERE id = ${id}
    UNION ALL SELECT order_number FROM archived_orders WHERE id = ${id})`;
}
