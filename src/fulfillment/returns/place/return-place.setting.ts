import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SettingChange } from '../../../identity/approvals/approval.entity.js';
import { ToldSetting } from '../../../identity/approvals/settings/bank-details.kind.js';
import type { ReturnAddress } from './return-place.entity.js';
import { ReturnPlaceService } from './return-place.service.js';

/** Where returns go. Own null: to the company's address. */
@Injectable()
export class ReturnPlaceSetting extends ToldSetting<{ own: ReturnAddress | null }> {
  readonly name = 'returnPlace';

  constructor(private readonly place: ReturnPlaceService) {
    super();
  }

  async compare(
    manager: EntityManager,
    { own }: { own: ReturnAddress | null },
  ): Promise<SettingChange & { note: string }> {
    const before = await this.place.find(manager);
    const after = own ?? (await this.place.findCompany(manager));
    return { note: 'the place of returns', before: { ...before }, after: { ...after } };
  }

  async store(manager: EntityManager, { own }: { own: ReturnAddress | null }): Promise<void> {
    await this.place.put(manager, own);
  }
}
