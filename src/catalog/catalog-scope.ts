/** The part of the catalog that a caller sees. The plan decides the prices; test callers see test products, too. */
export interface CatalogScope {
  planId: number;
  isTest: boolean;
}

/** Prefix of the SKUs of test products, in any letter case. */
export const TEST_SKU_PREFIX = 'WSO-TEST-';

/** Returns true if a SKU is reserved for test products. */
export function isTestSku(sku: string): boolean {
  return sku.toUpperCase().startsWith(TEST_SKU_PREFIX);
}
