import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { postToSelf } from '../../platform/http/exchange/post-to-self.js';
import { AccountSecrets } from '../accounts/account-secrets.js';
import { CourierAccountsRepository } from '../accounts/courier-accounts.repository.js';
import type { SandboxEvent } from './sandbox-codes.js';
import { movedBy, played, type ParcelMove, type SandboxButton } from './sandbox-moves.js';
import type { SandboxParcel } from './sandbox-parcel.entity.js';
import { SandboxParcelsRepository } from './sandbox-parcels.repository.js';
import { writeSandboxPush } from './sandbox-push.js';
import { SANDBOX_SCRIPTS } from './sandbox-scripts.js';

const [, PICKED_UP_AFTER_SECONDS] = SANDBOX_SCRIPTS.delivered[0];

/** A parcel that moved, with the events of this move. */
interface Moved {
  parcel: SandboxParcel;
  events: SandboxEvent[];
}

/** Moves the sandbox courier's parcels by the clock or by its page, and pushes what happened to this service. */
@Injectable()
export class SandboxCourierService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly host: HttpAdapterHost,
    private readonly accounts: CourierAccountsRepository,
    private readonly secrets: AccountSecrets,
    private readonly parcels: SandboxParcelsRepository,
  ) {}

  async listParcels(): Promise<SandboxParcel[]> {
    return this.parcels.list(this.dataSource.manager);
  }

  /** Plays every event that is due. */
  async moveDue(): Promise<void> {
    const moved = await inTransaction(this.dataSource, async (manager) => {
      await this.parcels.startHandedOver(manager, PICKED_UP_AFTER_SECONDS);
      const all: Moved[] = [];
      for (const parcel of await this.parcels.takeDue(manager)) {
        const move = played(parcel);
        await this.parcels.move(manager, parcel.awb, move);
        all.push(movedTo(parcel, move));
      }
      return all;
    });
    for (const each of moved) await this.push(each);
  }

  /** Applies a button of the page. One that is impossible in the current state changes nothing. */
  async press(awb: string, button: SandboxButton): Promise<void> {
    const moved = await inTransaction(this.dataSource, async (manager) => {
      const parcel = await this.parcels.lock(manager, awb);
      const move = parcel && movedBy(parcel, button);
      if (move === null) return null;
      await this.parcels.move(manager, awb, move);
      return movedTo(parcel!, move);
    });
    if (moved !== null) await this.push(moved);
  }

  /** Sends the events of a parcel over HTTP to this service, as a real courier would. A lost one is not sent again. */
  private async push({ parcel, events }: Moved): Promise<void> {
    const { awb, accountId, script } = parcel;
    const account = await this.accounts.find(this.dataSource.manager, accountId);
    if (account === null || script === 'without_pushes') return;
    const { pushKey, pushHeader, pushSecret } = account;
    const secret = this.secrets.open(accountId, 'pushSecret', pushSecret);
    const headers = { 'Content-Type': 'application/json', [pushHeader]: secret };
    for (const event of script === 'repeated_pushes' ? backwards(parcel, events) : events) {
      const body = writeSandboxPush(awb, event);
      await postToSelf(this.host, `/courier-pushes/${pushKey}`, { headers, body });
    }
  }
}

function movedTo(parcel: SandboxParcel, { events }: ParcelMove): Moved {
  return { parcel, events: events.slice(parcel.events.length) };
}

/** All events of a parcel so far, the newest first, and each three times. */
function backwards(parcel: SandboxParcel, events: readonly SandboxEvent[]): SandboxEvent[] {
  return [...parcel.events, ...events].reverse().flatMap((event) => [event, event, event]);
}
