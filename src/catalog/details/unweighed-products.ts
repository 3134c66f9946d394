import type { EntityManager } from 'typeorm';

/** Counts the active products of plans that have no weight, those of test orders left out. */
export async function countUnweighedProducts(manager: EntityManager): Promise<number> {
  const [counted] = await manager.query<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM products p WHERE p.active AND p.weight_grams IS NULL
      AND p.test_scenario IS NULL AND EXISTS (SELECT FROM plan_prices c WHERE c.product_id = p.id)`,
  );
  return counted!.count;
}
