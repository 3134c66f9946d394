import type {
  GetServiceabilityQuery as ServiceabilityParameters,
  ListChangesQuery as ChangesParameters,
  ListOrdersQuery as OrdersParameters,
  ListProductsQuery as ProductsParameters,
  ListStockQuery as StockParameters,
} from './generated/store-api.js';

/** A query whose optional parameters may be undefined, also under exactOptionalPropertyTypes. */
type Query<Parameters> = {
  [Name in keyof Parameters]: object extends Pick<Parameters, Name>
    ? Parameters[Name] | undefined
    : Parameters[Name];
};
export type GetServiceabilityQuery = Query<ServiceabilityParameters>;
export type ListChangesQuery = Query<ChangesParameters>;
export type ListOrdersQuery = Query<OrdersParameters>;
export type ListProductsQuery = Query<ProductsParameters>;
export type ListStockQuery = Query<StockParameters>;
