import type { EntityManager } from 'typeorm';

/** Counts the products that are sold and have no weight. */
export async function countUnweighedProducts(manager: EntityManager): Promise<number> {
  const [counted] = await manager.query<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM products
      WHERE active AND weight_grams IS NULL AND test_scenario IS NULL`,
  );
  return counted!.count;
}
