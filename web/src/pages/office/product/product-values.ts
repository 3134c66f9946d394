import type {
  ChangeProductDto,
  CreateProductDto,
  ProductRecordDto,
  VariationInputDto,
} from '../../../api/generated/admin/admin-api.schemas';

/** A product as the fields of a form hold it. */
export interface ProductValues {
  sku: string;
  name: string;
  brand: string;
  category: string;
  description: string;
  active: boolean;
  base_price: string;
  delivery_charge: string;
  /** One address a line. */
  images: string;
  /** One variation a line, as `Size: M, L`. */
  variations: string;
  weight_grams: string;
  gst_rate: string;
  hsn: string;
  gtin: string;
  shelf: string;
  /** Of a new product without variations. */
  stock_qty: string;
}

export const NEW_PRODUCT: ProductValues = {
  sku: '',
  name: '',
  brand: '',
  category: '',
  description: '',
  active: true,
  base_price: '',
  delivery_charge: '',
  images: '',
  variations: '',
  weight_grams: '',
  gst_rate: '',
  hsn: '',
  gtin: '',
  shelf: '',
  stock_qty: '',
};

/** Returns the fields of a product that there is. */
export function toValues(product: ProductRecordDto): ProductValues {
  const { base_price: price, delivery_charge: delivery, weight_grams: weight } = product;
  return {
    sku: product.sku,
    name: product.name,
    brand: product.brand ?? '',
    category: product.category,
    description: product.description,
    active: product.active,
    base_price: price == null ? '' : price.toFixed(2),
    delivery_charge: delivery === undefined ? '' : delivery.toFixed(2),
    images: product.images.join('\n'),
    variations: product.variations
      .map(({ name, values }) => `${name}: ${values.join(', ')}`)
      .join('\n'),
    weight_grams: String(weight ?? ''),
    gst_rate: String(product.gst_rate ?? ''),
    hsn: product.hsn ?? '',
    gtin: product.gtin ?? '',
    shelf: product.shelf ?? '',
    stock_qty: '',
  };
}

/** Returns a new product; what is not a number is left to the service to name. */
export function toNewProduct(values: ProductValues): CreateProductDto {
  const { base_price: price, delivery_charge: delivery } = values;
  return {
    ...shared(values),
    base_price: Number(price),
    delivery_charge: Number(delivery),
    ...(values.stock_qty.trim() !== '' && { stock_qty: Number(values.stock_qty) }),
  };
}

/** What changes in a product: no field that the person left as it was, which a colleague may have changed. */
export function toChange(values: ProductValues, before: ProductValues): ChangeProductDto {
  const old = new Map(Object.entries(fieldsOf(before)));
  const changed = Object.entries(fieldsOf(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
  );
  return Object.fromEntries(changed);
}

function fieldsOf(values: ProductValues): ChangeProductDto {
  const { base_price: price, delivery_charge: delivery } = values;
  return { ...shared(values), base_price: numberOf(price), delivery_charge: Number(delivery) };
}

/** Returns the addresses of images, without blank lines. */
export function imagesOf(text: string): string[] {
  return linesOf(text);
}

function shared(
  values: ProductValues,
): Omit<CreateProductDto, 'base_price' | 'delivery_charge' | 'stock_qty'> {
  const { sku, name, brand, category, description, active, hsn, gtin, shelf } = values;
  return {
    sku,
    name,
    brand,
    category,
    description,
    active,
    hsn,
    gtin,
    shelf,
    images: imagesOf(values.images),
    variations: linesOf(values.variations).map(toVariation),
    weight_grams: numberOf(values.weight_grams),
    gst_rate: numberOf(values.gst_rate),
  };
}

function toVariation(line: string): VariationInputDto {
  const colon = line.indexOf(':');
  const values = line.slice(colon + 1).split(',');
  return {
    name: colon < 0 ? '' : line.slice(0, colon).trim(),
    values: values.map((value) => value.trim()).filter((value) => value !== ''),
  };
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
