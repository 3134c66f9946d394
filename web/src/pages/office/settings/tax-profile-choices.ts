/** Labels of how the delivery charge is taxed. */
export const DELIVERY_TAXES = {
  per_line: 'In each line, at its rate',
  highest_rate: 'At the highest rate of the invoice',
} as const;

/** Labels of the address that decides the place of supply of a client without a GSTIN. */
export const PLACES_OF_SUPPLY = {
  billing: 'Place of supply is the billing address',
  delivery: 'Place of supply is the delivery address',
} as const;

/** Labels of what happens to a shipment that cannot be invoiced. */
export const ON_MISSING = {
  refuse: 'The shipment is refused',
  ship: 'It ships without an invoice, and is listed',
} as const;
