/** Part of the catalog that a caller sees: the plan decides the prices, and test callers see test products as well. */
export interface CatalogScope {
  planId: number;
  isTest: boolean;
}

/** Prefix of the SKUs of test products, in any letter case. */
export const TEST_SKU_PREFIX = 'WSO-TEST-';

/** Tells whether a SKU is reserved for test products. */
export function isTestSku(sku: string): boolean {
  return sku.toUpperCase().startsWith(TEST_SKU_PREFIX);
}
