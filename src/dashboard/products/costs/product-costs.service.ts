import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, In, Repository, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { CatalogService } from '../../../catalog/catalog.service.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/errors.js';
import { ProductCost } from './product-cost.entity.js';

/** Action of audit entries about costs. They contain no amounts, because not everyone who reads the audit log may see costs. */
const COST_ACTION = 'cost.changed';

/** Costs of products, for the few people who may see them. */
@Injectable()
export class ProductCostsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly catalog: CatalogService,
    private readonly audit: AuditService,
    @InjectRepository(ProductCost) private readonly costs: Repository<ProductCost>,
  ) {}

  /** Reads the cost of a product; null: not known. @throws AppError product_not_found */
  async get(sku: string): Promise<ProductCost | null> {
    const productId = await this.catalog.findProductId(sku);
    if (productId === null) throw new AppError('product_not_found');
    return this.costs.findOneBy({ productId });
  }

  /** Sets the cost of a product, or removes it for null. Prices stay as they are. @throws AppError product_not_found */
  async set(sku: string, costMinor: number | null): Promise<ProductCost | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const { id: productId } = await this.catalog.lockProduct(manager, sku);
      const costs = manager.withRepository(this.costs);
      const before = await costs.findOneBy({ productId });
      if ((before?.costMinor ?? null) === costMinor) return before;
      if (costMinor === null) await costs.delete({ productId });
      else await costs.upsert({ productId, costMinor, changedAt: new Date() }, ['productId']);
      const after = { cost: costMinor === null ? 'removed' : 'set' };
      await this.audit.record(manager, { action: COST_ACTION, subject: `product ${sku}`, after });
      return costs.findOneBy({ productId });
    });
  }

  /** Lists the known costs of some products in minor units, by the id of the product. */
  async listByProduct(productIds: readonly number[]): Promise<Map<number, number>> {
    const found = await this.costs.findBy({ productId: In(productIds) });
    return new Map(found.map(({ productId, costMinor }) => [productId, costMinor]));
  }
}

/** Merges the costs of an import's temporary tables. Call it when its products are stored and locked. */
export async function mergeCosts(manager: EntityManager, audit: AuditService): Promise<void> {
  await manager.query(
    `INSERT INTO import_cost_changes
      SELECT r.line, r.sku, r."productId", own.cost_minor, i."costMinor"
      FROM import_rows r
      JOIN import_costs i ON i.line = r.line
      LEFT JOIN product_costs own ON own.product_id = r."productId"
      WHERE r.outcome IS NOT NULL AND i."costMinor" IS DISTINCT FROM own.cost_minor`,
  );
  await manager.query(
    `DELETE FROM product_costs own USING import_cost_changes c
      WHERE own.product_id = c.product_id AND c.after_minor IS NULL`,
  );
  await manager.query(
    `INSERT INTO product_costs (product_id, cost_minor)
      SELECT product_id, after_minor FROM import_cost_changes WHERE after_minor IS NOT NULL ORDER BY product_id
      ON CONFLICT (product_id) DO UPDATE SET cost_minor = excluded.cost_minor, changed_at = clock_timestamp()`,
  );
  await audit.recordAll(manager, {
    action: COST_ACTION,
    subject: `'product ' || r.sku`,
    before: 'NULL::jsonb',
    after: `jsonb_build_object('cost', CASE WHEN r.after_minor IS NULL THEN 'removed' ELSE 'set' END)`,
    from: 'import_cost_changes r ORDER BY r.line',
  });
}
