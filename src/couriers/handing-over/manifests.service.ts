import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readToday } from '../../platform/clock/today.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { dayPeriod } from '../../platform/days/shop-days.js';
import { isDate } from '../../platform/days/zoned-day.js';
import { AppError } from '../../platform/http/errors.js';
import { groupBy } from '../../platform/group-by.js';
import { HandOverRepository } from './hand-over.repository.js';

/** What was handed over on a day, for the drivers' signatures. */
@Injectable()
export class ManifestsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: HandOverRepository,
  ) {}

  /**
   * Makes manifests, one for each account.
   *
   * @param wanted a day, or `new`: what is on no manifest yet
   * @throws AppError booking_not_found: nothing was handed over
   */
  async print(wanted: string): Promise<Buffer> {
    const { manager } = this.dataSource;
    const isNew = wanted === 'new';
    const day = isNew ? await readToday(manager) : wanted;
    const boxes = isDate(day)
      ? // It notes what is on a manifest, which no standby can.
        await inTransaction(this.dataSource, (writing) =>
          this.repository.takeHandedOver(writing, isNew ? null : dayPeriod(day)),
        )
      : [];
    if (boxes.length === 0) {
      const since = isNew ? 'since the last manifest' : 'on this day';
      throw new AppError('booking_not_found', { message: `No booking was handed over ${since}.` });
    }
    const byAccount = groupBy(boxes, ({ accountId }) => accountId);
    const manifests = [...byAccount.values()].map((ofAccount) => {
      const { accountName, pickupName } = ofAccount[0]!;
      return { courier: accountName, place: pickupName ?? '–', boxes: ofAccount };
    });
    // Loaded at the first print, as documents are.
    const { manifestPdf } = await import('./manifest-pdf.js');
    return manifestPdf(day, manifests);
  }
}
