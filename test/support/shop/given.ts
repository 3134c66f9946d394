import { ORDER_TEXTS, textsBy } from '../../../src/orders/order-texts.js';
import { ProductAdministrationService } from '../../../src/dashboard/products/product-administration.service.js';
import { TokensService } from '../../../src/auth/tokens.service.js';
import { ClientAdministrationService } from '../../../src/dashboard/clients/client-administration.service.js';
import { NO_DETAILS } from '../../../src/catalog/details/detail-values.js';
import type { ProductData } from '../../../src/catalog/product-record.js';
import type { SubscriptionChange } from '../../../src/plans/plans.service.js';
import { PlansService } from '../../../src/plans/plans.service.js';
import type { StockInput } from '../../../src/stock/stock-input.js';
import type { StoreHeaders, TestApp } from '../app.js';

/** Services that helpers use to set up a test. */
type Services = Pick<TestApp, 'service' | 'dataSource'>;

let made = 0;
/** Makes a text that nothing else has. */
export function unique(prefix: string): string {
  made += 1;
  return `${prefix}-${made}`;
}

export interface GivenClient {
  id: number;
  planId: number;
  plan: string;
  token: string;
  tokenId: number;
  domain: string;
  headers: Required<StoreHeaders>;
}

/** Makes a plan, without a discount unless a test gives one. */
export async function givenPlan(app: Services, { code = unique('plan'), discountBp = 0 } = {}) {
  return app.service(PlansService).createPlan({ code, name: code, discountBp });
}

/** Makes a client with an active subscription and a token. */
export async function givenClient(
  app: Services,
  {
    plan,
    domain = `${unique('store')}.example`,
    subscription = {},
    expiresAt = null,
  }: {
    plan?: string;
    domain?: string;
    subscription?: Partial<SubscriptionChange> | null;
    expiresAt?: Date | null;
  } = {},
): Promise<GivenClient> {
  const code = plan ?? (await givenPlan(app)).code;
  const { id } = await app
    .service(ClientAdministrationService)
    .createClient({ name: unique('Client'), email: `${unique('store')}@example.com` });
  if (subscription !== null) {
    await app
      .service(PlansService)
      .subscribe(id, { plan: code, status: 'active', ...subscription });
  }
  const issued = await app.service(TokensService).issueToken(id, domain);
  if (expiresAt !== null) await expireToken(app, issued.id, expiresAt);
  const { id: planId } = await app.service(PlansService).getPlan(code);
  return {
    id,
    planId,
    plan: code,
    token: issued.token,
    tokenId: issued.id,
    domain,
    headers: headersOf(issued.token, domain),
  };
}

/** Sets the expiry of a token. The time may be in the past, which the service itself does not allow. */
export async function expireToken(app: Services, id: number, expiresAt: Date): Promise<void> {
  await app.dataSource.query('UPDATE api_tokens SET expires_at = $2 WHERE id = $1', [
    id,
    expiresAt,
  ]);
}

/** Makes the same client with a test token for its domain. */
export async function givenTestToken(app: TestApp, client: GivenClient): Promise<GivenClient> {
  const { id, domain } = client;
  const issued = await app.service(TokensService).issueToken(id, domain, null, 'test');
  const { token, id: tokenId } = issued;
  return { ...client, token, tokenId, headers: headersOf(token, domain) };
}

/** Makes the environment of a store's program. */
export function storeEnv(STORE_URL: string, { token, domain }: Record<'token' | 'domain', string>) {
  return { STORE_URL, STORE_TOKEN: token, STORE_DOMAIN: domain };
}

export function headersOf(token: string, domain: string): Required<StoreHeaders> {
  return { Authorization: `Bearer ${token}`, 'X-Client-Domain': domain };
}

type Stock = number | Record<string, number>;

/** Makes the stock on hand: one number, or one for each combination. */
export function stockInput(stock: Stock): StockInput {
  return typeof stock === 'number'
    ? { stockQty: stock, variationStocks: null }
    : { stockQty: null, variationStocks: stock };
}

/** Makes a product at 100.00 with 10.00 delivery and a hundred units. */
export async function givenProduct(
  app: Services,
  { stock = 100, ...product }: Partial<ProductData> & { stock?: Stock } = {},
): Promise<{ id: number; sku: string }> {
  const sku = product.sku ?? unique('SKU');
  return app
    .service(ProductAdministrationService)
    .createProduct(
      {
        name: `Product ${sku}`,
        description: '',
        category: '',
        images: [],
        variations: [],
        basePriceMinor: 10_000,
        deliveryChargeMinor: 1_000,
        active: true,
        ...NO_DETAILS,
        ...product,
        sku,
      },
      stockInput(stock),
    );
}

/** Makes a shirt in two sizes and two colors. */
export async function givenShirt(
  app: TestApp,
  stock: Record<string, number> = {},
  product: Parameters<typeof givenProduct>[1] = {},
) {
  return givenProduct(app, {
    ...product,
    variations: [
      { name: 'Size', values: ['M', 'L'] },
      { name: 'Colour', values: ['Red', 'Blue'] },
    ],
    stock: {
      'Size:M|Colour:Red': 10,
      'Size:M|Colour:Blue': 10,
      'Size:L|Colour:Red': 10,
      'Size:L|Colour:Blue': 10,
      ...stock,
    },
  });
}

export interface OrderItemBody {
  sku: string;
  quantity: unknown;
  variation?: unknown;
}

/** The customer's address of every order without another one. */
export const SHIPPING = {
  address: '14, Lake View Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560001',
};

/** Makes an order's body. A test gives the fields that matter to it. */
export function orderBody(
  items: OrderItemBody | OrderItemBody[],
  rest: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    customer: { name: 'Asha Verma', phone: '+91 98765 43210' },
    shipping: SHIPPING,
    items: Array.isArray(items) ? items : [items],
    ...rest,
  };
}

/** Every optional text of an order. */
export const EXAMPLE_TEXTS = textsBy((name) => ORDER_TEXTS[name].example);

/** A shipment of everything that is left of an order. */
export const SHIPMENT = {
  courier: 'BlueLine',
  tracking_number: 'BL1',
  tracking_url: 'https://track.example.com/BL1',
};

/** An address for the units of a return, as the service shows it. */
export const RETURN_ADDRESS = {
  name: 'Asha Wholesale, returns',
  address: '14, Lake View Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560001',
  country: 'India',
  phone: '+91 80 4567 8900',
};

/** Timestamps in the form in which the service writes them. */
export const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
