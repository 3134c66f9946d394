import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EWayBillsService } from '../../tax/india/e-way-bill/e-way-bills.service.js';
import { OpenedCouriers } from '../accounts/opened-couriers.js';
import { CourierPaused, CourierRefused, isOfCourier } from '../courier-errors.js';
import type { CourierGateway } from '../courier-gateway.js';
import { DeliveryFindingsRepository } from './delivery-findings.repository.js';
import { ToldWayBillsRepository, type BoxWithBill } from './told-way-bills.repository.js';

/** Tells couriers the numbers of e-way bills, which people note after the handing over. */
@Injectable()
export class ToldWayBillsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly eWayBills: EWayBillsService,
    private readonly couriers: OpenedCouriers,
    private readonly findings: DeliveryFindingsRepository,
    private readonly repository: ToldWayBillsRepository,
  ) {}

  /** Reports what was noted and is not reported yet. Without an answer, the next run does it again, which does no harm. */
  async tellNoted(): Promise<void> {
    const { manager } = this.dataSource;
    const boxes = await this.repository.list(manager);
    if (boxes.length === 0) return;
    const noted = await this.eWayBills.listOfShipments(boxes.map(({ shipmentId }) => shipmentId));
    for (const { shipmentId, documentNumber: invoiceNumber, number } of noted) {
      const box = boxes.find((one) => one.shipmentId === shipmentId)!;
      if (box.wayBill !== number) await this.tell(box, invoiceNumber, number);
    }
  }

  private async tell(box: BoxWithBill, invoiceNumber: string, number: string): Promise<void> {
    const { manager } = this.dataSource;
    const { id, orderId, shipmentId } = box;
    try {
      const { courier } = await this.couriers.open(box.accountId, 'asking');
      await this.send(courier, box, { invoiceNumber, wayBillNumber: number });
    } catch (error) {
      if (error instanceof CourierPaused) return;
      if (!isOfCourier(error)) throw error;
      if (!(error instanceof CourierRefused)) return;
      const keys = { bookingId: id, orderId, shipmentId };
      const note = `${number}: ${error.words}`.slice(0, 300);
      await this.findings.open(manager, { kind: 'way_bill_refused', ...keys, note });
    }
    await this.repository.noteTold(manager, id, number);
  }

  private async send(
    courier: CourierGateway,
    { reference, awb, courierRef: ref }: BoxWithBill,
    bill: { invoiceNumber: string; wayBillNumber: string },
  ): Promise<void> {
    await courier.noteWayBill?.({ reference, awb, ref }, bill);
  }
}
