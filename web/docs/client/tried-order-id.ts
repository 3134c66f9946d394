/** The order id of the examples in Swagger UI, in whose place the page puts new ones. */
export const TRIED_ORDER_ID = 'TRY-EXAMPLE';
