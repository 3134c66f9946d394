/** Routes of files that people import, and of the costs in them: method, path, and who may call it. */
export const FILE_ROUTES = [
  ['post', '/admin/clients/import', 'operator'],
  ['get', '/admin/catalog-imports', 'operator'],
  ['post', '/admin/catalog-imports', 'operator'],
  ['get', '/admin/catalog-imports/:id', 'operator'],
  ['post', '/admin/catalog-imports/:id/apply', 'operator'],
  ['post', '/admin/catalog-imports/:id/corrections', 'operator'],
  ['get', '/admin/catalog-imports/:id/problems/export', 'operator'],
  ['get', '/admin/products/:sku/cost', 'operator'],
  ['put', '/admin/products/:sku/cost', 'operator'],
  ['delete', '/admin/products/:sku/cost', 'operator'],
  ['get', '/admin/suppliers', 'operator'],
  ['post', '/admin/suppliers', 'operator'],
] as const;
