import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientsService } from '../../clients/clients.service.js';
import { SlipsService } from '../../fulfillment/pick-list/slips.service.js';
import { BrandService } from '../../identity/brand/brand.service.js';
import type { LabelPaper } from '../../identity/brand/papers.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import type { Label } from './label-pdf.js';
import { PrintedBookingsRepository, type PrintedBooking } from './printed-bookings.repository.js';

/** Larger files are not labels. */
const FILE_BYTES = 5 * 1024 * 1024;

interface Print {
  paper: LabelPaper;
  /** True: the packing slip of each box comes after its label. */
  hasSlips: boolean;
}

/** Labels of booked boxes. Most are drawn here; some couriers make files of their own, which are passed on unread. */
@Injectable()
export class LabelsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly brand: BrandService,
    private readonly clients: ClientsService,
    private readonly slips: SlipsService,
    private readonly bookings: PrintedBookingsRepository,
  ) {}

  /**
   * Makes the labels of bookings in the order of the pick list, and notes that they were printed.
   *
   * @throws AppError booking_not_found: none has an AWB; validation_failed: a label is a file of its courier, and not the only one
   */
  async print(ids: readonly number[], print: Print): Promise<Buffer> {
    const { manager } = this.dataSource;
    const bookings = await this.bookings.listBooked(manager, ids);
    const [first] = bookings;
    if (first === undefined) {
      throw new AppError('booking_not_found', { message: 'None of these bookings has an AWB.' });
    }
    const files = bookings.filter(({ hasFile }) => hasFile);
    if (files.length > 0 && bookings.length > 1) {
      const numbers = files.map(({ id }) => id).join(', ');
      throw invalidField(
        'ids',
        'printed_alone',
        `must be one id: the courier made the label of ${numbers}`,
      );
    }
    const pdf = first.hasFile ? await this.fileOf(first) : await this.draw(bookings, print);
    await this.bookings.notePrinted(
      manager,
      bookings.map(({ id }) => id),
    );
    return pdf;
  }

  private async fileOf({ id }: PrintedBooking): Promise<Buffer> {
    const file = await this.bookings.findFile(this.dataSource.manager, id);
    if (file === null || !isPdf(file)) throw new Error(`the label of booking ${id} is no PDF`);
    return file;
  }

  private async draw(
    bookings: readonly PrintedBooking[],
    { paper, hasSlips }: Print,
  ): Promise<Buffer> {
    const { manager } = this.dataSource;
    const theme = await this.brand.getTheme();
    const names = await this.clients.findNames(
      manager,
      bookings.map(({ clientId }) => clientId),
    );
    const slips = hasSlips ? await this.slips.listSlips(bookings) : [];
    const labels = bookings.map((booking, at): Label => ({
      ...booking,
      ...booking.sent,
      awb: booking.awb,
      courier: booking.courierName,
      clientName: names.get(booking.clientId) ?? '',
      returnTo: returnLines(booking),
      slip: slips[at] ?? null,
    }));
    // Loaded at the first print, as documents are.
    const { labelsPdf } = await import('./label-pdf.js');
    return labelsPdf(labels, theme, paper);
  }
}

function isPdf(file: Buffer): boolean {
  return file.length <= FILE_BYTES && file.subarray(0, 5).toString('latin1') === '%PDF-';
}

function returnLines({ sent: { returnTo } }: PrintedBooking): string[] {
  if (returnTo === null) return [];
  const { name, address, city, state, pincode, phone } = returnTo;
  return [name, address, `${city}, ${state} ${pincode}`, phone];
}
