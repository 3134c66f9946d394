/** The longest texts and largest numbers taken, the same in request checks, documents and columns. */
export const LIMITS = {
  nameLength: 120,
  phoneLength: 20,
  emailLength: 254,
  addressLength: 500,
  placeLength: 80,
  pincodeLength: 12,
  deliveryZones: 2_000,
  /** Subscriptions that one call renews. */
  renewalsAtOnce: 200,
  skuLength: 64,
  storeOrderIdLength: 64,
  variationLength: 200,
  variationKeyLength: 1_000,
  notesLength: 1_000,
  idempotencyKeyLength: 255,
  domainLength: 253,
  planCodeLength: 40,
  categoryLength: 80,
  descriptionLength: 4_000,
  courierLength: 80,
  trackingNumberLength: 80,
  urlLength: 2_000,
  /** Short enough for any tracking number in it. */
  urlTemplateLength: 1_000,
  orderItems: 100,
  quantity: 10_000,
  /** Units on hand of one product or combination. */
  stockQuantity: 100_000_000,
  /** Ten million in major units: the largest order stays an exact JSON number with two decimals. */
  amountMinor: 1_000_000_000,
  /** A million million in major units: of one receipt, payout or adjustment. */
  moneyMinor: 100_000_000_000_000,
  /** Prices of one product that are to begin on one plan. */
  scheduledPrices: 50,
  /** Products of one price list. */
  priceListPrices: 100_000,
  /** Problems that are kept of the file of a price list. */
  priceListProblems: 200,
  priceListFileBytes: 8 * 1024 * 1024,
  /** Levels of one count sheet. */
  countSheetRows: 50_000,
  countSheetBytes: 16 * 1024 * 1024,
  paymentMethodLength: 40,
  paymentReferenceLength: 120,
  /** A reference of before the ledger may have its method and id added. */
  storedReferenceLength: 200,
  journalKeyLength: 200,
  /** `user`, an id and an email address. */
  actorLength: 300,
  reasonLength: 500,
  /** Orders that one receipt or one call pays. */
  ordersPaidAtOnce: 200,
  /** A UTR has 12, 16 or 22 characters; some banks add to it. */
  utrLength: 40,
  /** Transfers that one call confirms. */
  transfersAtOnce: 200,
  /** Rows of a bank statement; each transfer of it takes some milliseconds. */
  statementRows: 2_000,
  statementFileBytes: 4 * 1024 * 1024,
  images: 20,
  /** Products that one call activates or deactivates. */
  productsAtOnce: 200,
  variationNames: 5,
  variationValues: 200,
  variationTextLength: 80,
  variationCombinations: 1_000,
  /** A file of 100,000 products with long descriptions. */
  importBytes: 64 * 1024 * 1024,
  importRows: 250_000,
  /** More than the longest product takes. */
  importRowBytes: 8 * 1024 * 1024,
  /** Combinations of variations of all products of a file. */
  importLevels: 2_000_000,
  importProblems: 1_000,
  fileNameLength: 200,
  /** Of a supplier's file. */
  columnNameLength: 200,
  supplierColumns: 200,
  /** Rows of a file of shipments; each order of it takes some milliseconds. */
  shipmentRows: 5_000,
  /** Orders that one request names for the pick list. */
  pickedOrders: 200,
  couriers: 100,
  shipmentFileBytes: 4 * 1024 * 1024,
  bodyBytes: 256 * 1024,
  bodyDepth: 16,
  /** Ten times what the largest order needs. */
  bodyValues: 5_000,
} as const;
