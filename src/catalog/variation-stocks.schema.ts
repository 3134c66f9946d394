/** A map from variation key to pieces, in documents. */
export const VARIATION_STOCKS_SCHEMA = {
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 0 },
  description:
    'Pieces that can be sold now by variation key `Name:Value|Name:Value`; {} without variations',
} as const;
