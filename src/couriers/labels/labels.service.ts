import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientsService } from '../../clients/clients.service.js';
import { SlipsService } from '../../fulfillment/pick-list/slips.service.js';
import { BrandService } from '../../identity/brand/brand.service.js';
import type { LabelPaper } from '../../identity/brand/papers.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { OpenedCouriers } from '../accounts/opened-couriers.js';
import { CourierPaused, CourierRefused, isOfCourier } from '../courier-errors.js';
import { LABELS_AT_ONCE } from '../courier-gateway.js';
import type { Label } from './label-pdf.js';
import { PrintedBookingsRepository, type PrintedBooking } from './printed-bookings.repository.js';

/** Larger files are not stored: the courier is asked again. */
const STORED_BYTES = 1024 * 1024;

interface Print {
  paper: LabelPaper;
  /** True: the packing slip of each box comes after its label. */
  hasSlips: boolean;
}

/** Sizes of a courier's label that was asked for again. */
export interface FetchedLabel {
  bytes: number;
  /** null: none was stored. */
  replacedBytes: number | null;
}

/** Labels of booked boxes. Most are drawn here; some couriers make files of their own, which are passed on unread. */
@Injectable()
export class LabelsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly brand: BrandService,
    private readonly clients: ClientsService,
    private readonly slips: SlipsService,
    private readonly couriers: OpenedCouriers,
    private readonly bookings: PrintedBookingsRepository,
  ) {}

  /**
   * Makes the labels of bookings in the order of the pick list, and notes that they were printed.
   *
   * @throws AppError booking_not_found: none has an AWB; validation_failed: a label is a file of its courier, and others are not in
   *   it; label_missing: the courier did not make it
   */
  async print(ids: readonly number[], print: Print): Promise<Buffer> {
    const { manager } = this.dataSource;
    const bookings = await this.bookings.listBooked(manager, ids);
    const [first] = bookings;
    if (first === undefined) {
      throw new AppError('booking_not_found', { message: 'None of these bookings has an AWB.' });
    }
    const files = bookings.filter(({ isFile }) => isFile);
    if (files.length > 0) mustBeOneFile(bookings, files);
    const pdf = files.length > 0 ? await this.fileOf(bookings) : await this.draw(bookings, print);
    const printed = bookings.map(({ id }) => id);
    await inTransaction(this.dataSource, (open) => this.bookings.notePrinted(open, printed));
    return pdf;
  }

  /**
   * Asks the courier again for the label of a booking, and stores it in place of the earlier one.
   *
   * @throws AppError booking_not_found: it has no label of its courier; label_missing
   */
  async fetchAgain(id: number): Promise<FetchedLabel> {
    const { manager } = this.dataSource;
    const bookings = await this.bookings.listBooked(manager, [id]);
    if (bookings[0]?.isFile !== true) {
      const message = 'The label of this booking is drawn here at each print, or it has no AWB.';
      throw new AppError('booking_not_found', { message });
    }
    const before = await this.bookings.findFile(manager, id);
    const file = await this.askForFile(bookings);
    await this.store(id, file);
    return { bytes: file.length, replacedBytes: before?.length ?? null };
  }

  /** Returns the courier's file of labels: the stored one of a single booking, else the courier's answer. */
  private async fileOf(bookings: readonly PrintedBooking[]): Promise<Buffer> {
    const { manager } = this.dataSource;
    const [{ id, hasFile }] = bookings as [PrintedBooking];
    const isOne = bookings.length === 1;
    const stored = isOne && hasFile ? await this.bookings.findFile(manager, id) : null;
    if (stored !== null && isWhole(stored)) return stored;
    const file = await this.askForFile(bookings);
    if (isOne) await this.store(id, file);
    return file;
  }

  private async store(id: number, file: Buffer): Promise<void> {
    const label = file.length <= STORED_BYTES ? file : null;
    await this.bookings.storeFile(this.dataSource.manager, id, label);
  }

  /** @throws AppError label_missing if the courier does not have it */
  private async askForFile(bookings: readonly PrintedBooking[]): Promise<Buffer> {
    try {
      const { courier } = await this.couriers.open(bookings[0]!.accountId, 'asking');
      const sent = bookings.map(({ courierRef: ref, ...booking }) => ({ ...booking, ref }));
      const label = await courier.label(sent);
      if (label.kind !== 'pdf') throw new Error(`${courier.kind} makes no labels`);
      if (isWhole(label.bytes)) return label.bytes;
      throw new CourierRefused('label_missing', 'It sent a file that is no whole PDF.');
    } catch (error) {
      if (!isOfCourier(error) && !(error instanceof CourierPaused)) throw error;
      const words = error instanceof CourierRefused ? error.words : 'It did not answer.';
      throw new AppError('label_missing', {
        message: `The courier did not make the label. ${words}`.trim(),
      });
    }
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

/** @throws AppError validation_failed: a courier's file has labels of one account, and no others */
function mustBeOneFile(
  bookings: readonly PrintedBooking[],
  files: readonly PrintedBooking[],
): void {
  const isOneFile =
    bookings.length === 1 ||
    (bookings.length <= LABELS_AT_ONCE &&
      bookings.every(({ accountId, isFile }) => isFile && accountId === bookings[0]!.accountId));
  if (isOneFile) return;
  const numbers = files.map(({ id }) => id).join(', ');
  const form = `one id, or at most ${LABELS_AT_ONCE} of one account`;
  throw invalidField(
    'ids',
    'printed_alone',
    `must be ${form}: the courier makes the labels of ${numbers}`,
  );
}

/** Returns true if a file has the beginning and the end of a PDF, and is not as small as an empty one. It is not parsed. */
function isWhole(file: Buffer): boolean {
  const text = file.toString('latin1');
  return file.length > 500 && text.startsWith('%PDF-') && /%%EOF\s*$/.test(text.slice(-50));
}

function returnLines({ sent: { returnTo } }: PrintedBooking): string[] {
  if (returnTo === null) return [];
  const { name, address, city, state, pincode, phone } = returnTo;
  return [name, address, `${city}, ${state} ${pincode}`, phone];
}
