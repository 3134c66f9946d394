import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
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

  /** Makes the manifests of a day, one for each account. @throws AppError booking_not_found: nothing was handed over */
  async print(day: string): Promise<Buffer> {
    const boxes = isDate(day)
      ? await this.repository.listHandedOver(this.dataSource.manager, dayPeriod(day))
      : [];
    if (boxes.length === 0) {
      throw new AppError('booking_not_found', {
        message: 'No booking was handed over on this day.',
      });
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
