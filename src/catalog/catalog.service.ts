import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../http/errors.js';
import { CatalogRepository, type NewProduct, type ProductRow } from './catalog.repository.js';
import { wholesalePriceMinor } from './price.js';
import type { Product } from './product.entity.js';
import { variationKeys, type Variation } from './variations.js';

/** A product as a client of a plan may order it; amounts in minor units, stock in pieces. */
export interface PricedProduct {
  id: number;
  sku: string;
  name: string;
  description: string;
  category: string;
  images: readonly string[];
  variations: readonly Variation[];
  /** What can be sold now, for every combination of the variations; {} without variations. */
  variationStocks: Readonly<Record<string, number>>;
  /** What can be sold now in all. */
  stockQty: number;
  priceMinor: number;
  deliveryChargeMinor: number;
}

@Injectable()
export class CatalogService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly repository: CatalogRepository,
  ) {}

  /** Every active product that has a price on the plan, by id. */
  async listProducts(planId: number): Promise<PricedProduct[]> {
    const rows = await this.repository.listActive(this.dataSource.manager, planId);
    return rows.flatMap(priced);
  }

  /** @throws AppError product_not_found, also for one that is inactive or has no price on the plan */
  async getProduct(planId: number, sku: string): Promise<PricedProduct> {
    const [product] = await this.findProducts(this.dataSource.manager, planId, [sku]);
    if (product === undefined) throw new AppError('product_not_found');
    return product;
  }

  /** Those of the SKUs that can be ordered on the plan, as they are at one moment. */
  async findProducts(
    manager: EntityManager,
    planId: number,
    skus: readonly string[],
  ): Promise<PricedProduct[]> {
    const rows = await this.repository.listActive(manager, planId, skus);
    return rows.flatMap(priced);
  }

  async createProduct(manager: EntityManager, product: NewProduct): Promise<Product> {
    return this.repository.insertProduct(manager, product);
  }

  async setPlanPrice(
    manager: EntityManager,
    price: { planId: number; productId: number; priceMinor: number },
  ): Promise<void> {
    await this.repository.putPlanPrice(manager, price);
  }
}

/** The product with its price; none where no price resolves. */
function priced(row: ProductRow): PricedProduct[] {
  const priceMinor = wholesalePriceMinor(row);
  if (priceMinor === null) return [];
  const { id, sku, name, description, category, images, variations, deliveryChargeMinor } = row;
  const variationStocks = Object.fromEntries(
    variationKeys(variations).map((key) => [key, row.available[key] ?? 0]),
  );
  const stockQty =
    variations.length === 0
      ? (row.available[''] ?? 0)
      : Object.values(variationStocks).reduce((sum, quantity) => sum + quantity, 0);
  return [
    {
      id,
      sku,
      name,
      description,
      category,
      images,
      variations,
      variationStocks,
      stockQty,
      priceMinor,
      deliveryChargeMinor,
    },
  ];
}
