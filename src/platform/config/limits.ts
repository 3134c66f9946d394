/** Maximum lengths and numbers, shared by request checks, documents and columns. */
export const LIMITS = {
  nameLength: 120,
  phoneLength: 20,
  emailLength: 254,
  addressLength: 500,
  placeLength: 80,
  pincodeLength: 12,
  deliveryZones: 2_000,
  /** Subscriptions per renewal call. */
  renewalsAtOnce: 200,
  skuLength: 64,
  storeOrderIdLength: 64,
  variationLength: 200,
  variationKeyLength: 1_000,
  notesLength: 1_000,
  instructionsLength: 1_000,
  idempotencyKeyLength: 255,
  domainLength: 253,
  planCodeLength: 40,
  categoryLength: 80,
  descriptionLength: 4_000,
  courierLength: 80,
  trackingNumberLength: 80,
  urlLength: 2_000,
  /** A courier's code, words and place of a shipment's event; longer ones are cut. */
  shipmentCodeLength: 60,
  shipmentWordsLength: 300,
  shipmentPlaceLength: 120,
  /** Leaves room for any tracking number. */
  urlTemplateLength: 1_000,
  orderItems: 100,
  /** Orders per reconciliation. */
  reconciledOrders: 500,
  quantity: 10_000,
  /** Units on hand of one product or combination. */
  stockQuantity: 100_000_000,
  /** Ten million in major units, so that the largest order is an exact JSON number with two decimals. */
  amountMinor: 1_000_000_000,
  /** A million million in major units, for one receipt, payout or adjustment. */
  moneyMinor: 100_000_000_000_000,
  /** Scheduled prices of one product on one plan. */
  scheduledPrices: 50,
  /** Products of one price list. */
  priceListPrices: 100_000,
  /** Problems that are stored for the file of a price list. */
  priceListProblems: 200,
  priceListFileBytes: 8 * 1024 * 1024,
  /** Levels of one count sheet. */
  countSheetRows: 50_000,
  countSheetBytes: 16 * 1024 * 1024,
  paymentMethodLength: 40,
  paymentReferenceLength: 120,
  /** References from before the ledger may have their method and id appended. */
  storedReferenceLength: 200,
  journalKeyLength: 200,
  /** `user`, an id and an email address. */
  actorLength: 300,
  reasonLength: 500,
  /** Orders per receipt or call. */
  ordersPaidAtOnce: 200,
  /** Orders per preview of payments from wallets. */
  ordersPreviewed: 2_000,
  /** A UTR has 12, 16 or 22 characters; some banks append to it. */
  utrLength: 40,
  /** Transfers per confirmation call. */
  transfersAtOnce: 200,
  upiAddressLength: 255,
  /** The text of a bank account that clients are shown. */
  bankDetailsLength: 500,
  /** Longer descriptions of a bank statement are cut. */
  lineDescriptionLength: 400,
  /** Rows of a bank statement; each transfer takes some milliseconds. */
  statementRows: 2_000,
  statementFileBytes: 4 * 1024 * 1024,
  /** Rows of a bank's file, with its titles, debits and totals. */
  statementFileRows: 20_000,
  statementFileColumns: 100,
  /** Columns that a person has chosen for a statement, in an address. */
  chosenColumnsLength: 2_000,
  /** Spreadsheets hold no more. */
  statementCellLength: 32_767,
  /** A workbook of that many rows. */
  statementUnzippedBytes: 32 * 1024 * 1024,
  /** Descriptions and references of lines. */
  statementTextLength: 1_000,
  images: 20,
  /** Products per activation call. */
  productsAtOnce: 200,
  variationNames: 5,
  variationValues: 200,
  variationTextLength: 80,
  variationCombinations: 1_000,
  /** A file of 100,000 products with long descriptions. */
  importBytes: 64 * 1024 * 1024,
  importRows: 250_000,
  /** Larger than the row of any valid product. */
  importRowBytes: 8 * 1024 * 1024,
  /** Combinations of variations of all products of a file. */
  importLevels: 2_000_000,
  importProblems: 1_000,
  /** Runs of a file in the background after which trying again would not help. */
  importAttempts: 5,
  fileNameLength: 200,
  /** Column names of suppliers' files. */
  columnNameLength: 200,
  supplierColumns: 200,
  /** Maximum of rows in a file of shipments; each order takes some milliseconds. */
  shipmentRows: 5_000,
  /** Orders per request of the pick list. */
  pickedOrders: 200,
  /** Documents of one print; each takes some tens of milliseconds. */
  printedDocuments: 200,
  couriers: 100,
  /** Bookings of one call or print. */
  bookingsAtOnce: 200,
  /** A tonne. */
  boxGrams: 1_000_000,
  taxRates: 1_000,
  shipmentFileBytes: 4 * 1024 * 1024,
  bodyBytes: 256 * 1024,
  bodyDepth: 16,
  /** Ten times the size of the largest order. */
  bodyValues: 5_000,
} as const;
