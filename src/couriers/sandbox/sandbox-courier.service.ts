import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { postToSelf } from '../../platform/http/exchange/post-to-self.js';
import { AccountSecrets } from '../accounts/account-secrets.js';
import { CourierAccountsRepository } from '../accounts/courier-accounts.repository.js';
import type { SandboxEvent } from './sandbox-codes.js';
import { movedBy, played, type ShipmentMove, type SandboxButton } from './sandbox-moves.js';
import type { SandboxShipment } from './sandbox-shipment.entity.js';
import { SandboxShipmentsRepository } from './sandbox-shipments.repository.js';
import { writeSandboxPush } from './sandbox-push.js';
import { SANDBOX_SCRIPTS } from './sandbox-scripts.js';

const [, PICKED_UP_AFTER_SECONDS] = SANDBOX_SCRIPTS.delivered[0];

/** A shipment that moved, with the events of this move. */
interface Moved {
  shipment: SandboxShipment;
  events: SandboxEvent[];
}

/** Moves the sandbox courier's shipments by the clock or by its page, and pushes what happened to this service. */
@Injectable()
export class SandboxCourierService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly host: HttpAdapterHost,
    private readonly accounts: CourierAccountsRepository,
    private readonly secrets: AccountSecrets,
    private readonly shipments: SandboxShipmentsRepository,
  ) {}

  async listShipments(): Promise<SandboxShipment[]> {
    return this.shipments.list(this.dataSource.manager);
  }

  /** Plays every event that is due. */
  async moveDue(): Promise<void> {
    const moved = await inTransaction(this.dataSource, async (manager) => {
      await this.shipments.startHandedOver(manager, PICKED_UP_AFTER_SECONDS);
      const all: Moved[] = [];
      for (const shipment of await this.shipments.takeDue(manager)) {
        const move = played(shipment);
        await this.shipments.move(manager, shipment.awb, move);
        all.push(movedTo(shipment, move));
      }
      return all;
    });
    for (const each of moved) await this.push(each);
  }

  /** Applies a button of the page. One that is impossible in the current state changes nothing. */
  async press(awb: string, button: SandboxButton): Promise<void> {
    const moved = await inTransaction(this.dataSource, async (manager) => {
      const shipment = await this.shipments.lock(manager, awb);
      const move = shipment && movedBy(shipment, button);
      if (move === null) return null;
      await this.shipments.move(manager, awb, move);
      return movedTo(shipment!, move);
    });
    if (moved !== null) await this.push(moved);
  }

  /** Sends the events of a shipment over HTTP to this service, as a real courier would. A lost one is not sent again. */
  private async push({ shipment, events }: Moved): Promise<void> {
    const { awb, accountId, script } = shipment;
    const account = await this.accounts.find(this.dataSource.manager, accountId);
    if (account === null || script === 'without_pushes') return;
    const { pushKey, pushHeader, pushSecret } = account;
    const secret = this.secrets.open(accountId, 'pushSecret', pushSecret);
    const headers = { 'Content-Type': 'application/json', [pushHeader]: secret };
    for (const event of script === 'repeated_pushes' ? backwards(shipment, events) : events) {
      const body = writeSandboxPush(awb, event);
      await postToSelf(this.host, `/courier-pushes/${pushKey}`, { headers, body });
    }
  }
}

function movedTo(shipment: SandboxShipment, { events }: ShipmentMove): Moved {
  return { shipment, events: events.slice(shipment.events.length) };
}

/** All events of a shipment so far, the newest first, and each three times. */
function backwards(shipment: SandboxShipment, events: readonly SandboxEvent[]): SandboxEvent[] {
  return [...shipment.events, ...events].reverse().flatMap((event) => [event, event, event]);
}
