import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, MoreThan, Repository } from 'typeorm';
import type { Permitted } from '../../../identity/signed-in-user.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { readPage, type Page, type PageRequest } from '../../../platform/http/paging/page.js';
import { assertMayChangeCosts } from '../costs/markup.dto.js';
import { Supplier } from './supplier.entity.js';

/** Settings for reading the files of a supplier. */
export type SupplierData = Pick<
  Supplier,
  'name' | 'columns' | 'duplicates' | 'newDeliveryMinor' | 'markup'
>;

/** Settings for reading the files of suppliers, which all operators share. */
@Injectable()
export class SuppliersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    @InjectRepository(Supplier) private readonly suppliers: Repository<Supplier>,
  ) {}

  /** Lists a page of suppliers, by id. */
  async list(page: PageRequest): Promise<Page<Supplier>> {
    return readPage(page, ({ afterId, limit }) =>
      this.suppliers.find({ where: { id: MoreThan(afterId) }, order: { id: 'ASC' }, take: limit }),
    );
  }

  /**
   * Stores how the files of a supplier are read, and replaces what was stored under the same name. The audit entry lacks the
   * markup, which would reveal costs.
   *
   * @throws AppError permission_denied (a markup)
   */
  async save({ markup, ...supplier }: SupplierData, isPermitted: Permitted): Promise<Supplier> {
    const { name, ...after } = supplier;
    assertMayChangeCosts(markup !== null, isPermitted);
    const ownMarkup = isPermitted('costs:write') ? { markup } : {};
    return inTransaction(this.dataSource, async (manager) => {
      const suppliers = manager.withRepository(this.suppliers);
      const found = await suppliers.findOne({
        where: { name },
        lock: { mode: 'pessimistic_write' },
      });
      const { actor: changedBy } = this.audit.origin();
      await suppliers.upsert({ ...supplier, ...ownMarkup, changedBy, changedAt: new Date() }, [
        'name',
      ]);
      const { columns, duplicates, newDeliveryMinor } = found ?? {};
      await this.audit.record(manager, {
        action: 'supplier.saved',
        subject: `supplier ${name.slice(0, SUBJECT_LENGTH)}`,
        before: found && { columns, duplicates, newDeliveryMinor },
        after,
      });
      return suppliers.findOneByOrFail({ name });
    });
  }
}

/** Characters of a subject in the audit log, without its kind. */
const SUBJECT_LENGTH = 100;
