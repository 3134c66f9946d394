import { toMajorUnits } from '../platform/money.js';
import type { ProductDetails } from './product-record.js';

/** The details of a product as the APIs have them. */
export interface DetailFields {
  gtin: string | null;
  hsn: string | null;
  brand: string | null;
  weight_grams: number | null;
  /** Percent. */
  gst_rate: number | null;
}

export function detailFields(details: ProductDetails): DetailFields {
  const { gtin, hsn, brand, weightGrams, gstRateBp } = details;
  return {
    gtin,
    hsn,
    brand,
    weight_grams: weightGrams,
    gst_rate: gstRateBp === null ? null : toMajorUnits(gstRateBp),
  };
}
