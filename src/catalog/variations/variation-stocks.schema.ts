/** The OpenAPI schema of a map from variation key to available units. */
export const VARIATION_STOCKS_SCHEMA = {
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 0 },
  description:
    'Units available now by variation key `Name:Value|Name:Value`; {} without variations',
} as const;
