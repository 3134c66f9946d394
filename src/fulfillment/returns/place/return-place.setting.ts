import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  ToldSetting,
  type ToldChange,
} from '../../../identity/approvals/settings/bank-details.kind.js';
import type { ReturnAddress } from './return-place.entity.js';
import { ReturnPlaceService } from './return-place.service.js';

/** Own null: returns go to the company's address. */
interface OwnPlace {
  own: ReturnAddress | null;
}

/** Where returns go. */
@Injectable()
export class ReturnPlaceSetting extends ToldSetting<OwnPlace> {
  readonly name = 'returnPlace';

  constructor(private readonly place: ReturnPlaceService) {
    super();
  }

  async compare(manager: EntityManager, { own }: OwnPlace): Promise<ToldChange> {
    const before = await this.place.lock(manager);
    const after = own ?? (await this.place.findCompany(manager));
    return { note: 'the place of returns', before: { ...before }, after: { ...after } };
  }

  async store(manager: EntityManager, { own }: OwnPlace): Promise<void> {
    await this.place.put(manager, own);
  }
}
