declare const process: { env: Record<string, string | undefined> };

/** Where the service is, and both headers of every request. */
export const BASE_URL = process.env['STORE_URL'] ?? '';
export const TOKEN = process.env['STORE_TOKEN'] ?? '';
export const DOMAIN = process.env['STORE_DOMAIN'] ?? '';
export const HEADERS = { Authorization: `Bearer ${TOKEN}`, 'X-Client-Domain': DOMAIN };

/** An order that leaves out every optional field, `country` among them. */
export const ORDER = {
  customer: { name: 'Asha Verma', phone: '+91 98765 43210' },
  shipping: {
    address: '14, Lake View Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
  },
  items: [{ sku: 'TW-GLS-06', quantity: 1 }],
};

/** Prints what the check compares. */
export function report(products: number | undefined, orderStatus: string | undefined): void {
  console.log(`${products} products, ${orderStatus}`);
}
