import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { isForeignKeyViolation } from '../../platform/database/database-errors.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { invalidField } from '../../platform/http/errors.js';
import { BookingRules } from '../bookings/booking-rules.entity.js';

export type BookingRulesData = Omit<BookingRules, 'id'>;

const ID = 1;
const TIME_LENGTH = '16:30'.length;
/** Of an installation that has stored none. */
const DEFAULTS: BookingRulesData = {
  accountId: null,
  boxId: null,
  unitGrams: null,
  booksAgain: true,
  reattempts: false,
  pickupCutOff: null,
};

/** How an installation books shipments. */
@Injectable()
export class BookingRulesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    @InjectRepository(BookingRules) private readonly rules: Repository<BookingRules>,
  ) {}

  async get(manager: EntityManager = this.dataSource.manager): Promise<BookingRulesData> {
    const stored = await manager.withRepository(this.rules).findOneBy({ id: ID });
    if (stored === null) return DEFAULTS;
    const { id: _, pickupCutOff, ...rules } = stored;
    // PostgreSQL adds the seconds.
    return { ...rules, pickupCutOff: pickupCutOff?.slice(0, TIME_LENGTH) ?? null };
  }

  /** Replaces all rules. @throws AppError validation_failed for an account or a box that does not exist */
  async replace(rules: BookingRulesData): Promise<BookingRulesData> {
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        const before = await this.get(manager);
        await manager.withRepository(this.rules).upsert({ id: ID, ...rules }, ['id']);
        const after = await this.get(manager);
        await this.audit.record(manager, {
          action: 'booking_rules.replaced',
          subject: 'booking rules',
          before: { ...before },
          after: { ...after },
        });
        return after;
      });
    } catch (error) {
      if (isForeignKeyViolation(error, 'booking_rules_account_fk')) {
        throw invalidField('account_id', 'unknown_value', 'must be an account with a courier');
      }
      if (isForeignKeyViolation(error, 'booking_rules_box_fk')) {
        throw invalidField('box_id', 'unknown_value', 'must be a box');
      }
      throw error;
    }
  }
}
