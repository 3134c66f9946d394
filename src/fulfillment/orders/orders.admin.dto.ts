import { LIMITS } from '../../platform/config/limits.js';
import {
  Amount,
  Flag,
  Name,
  Timestamp,
  Text,
  WholeNumber,
} from '../../platform/http/input/fields.js';
import { anything, responseDto } from '../../platform/http/response-dto/response-dto.js';
import { DAY_HAS_BEGUN } from '../../platform/days/has-begun.rule.js';
import { Reference } from '../../platform/http/input/reference.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import { OrderUnitsDto, UnitsOfLines } from './order-units.dto.js';
import { SentWithDto, TrackingNumber, TrackingUrl } from '../shipping/sent-with.dto.js';
import type { NewShipment, ShipmentCorrection } from '../shipping/shipments.repository.js';
import type { DocumentDraft } from '../../tax/documents/document-content.js';
import type { NewRefund, ProposedRefund } from '../refunds/refunds.service.js';

export class CreateShipmentDto extends SentWithDto {
  @Timestamp({
    optional: true,
    api: { description: "At most the shop's today. Left out: now" },
    rules: [DAY_HAS_BEGUN],
  })
  shipped_at?: Date;

  @OptionalUnits('Left out: all that is left of the order')
  items?: OrderUnitsDto[];

  @CountedUnits(
    'Units that were scanned. With `counted_by_hand`, all units of the shipment; the audit log has both',
  )
  scanned?: number;

  @CountedUnits('Units that were counted without a scan')
  counted_by_hand?: number;
}

export class CorrectShipmentDto {
  @Name({ max: LIMITS.courierLength, optional: true, api: { example: 'BlueLine Express' } })
  courier?: string;

  @TrackingNumber({ optional: true })
  tracking_number?: string;

  @TrackingUrl('null takes it off')
  tracking_url?: string | null;
}

export class CloseOrderDto {
  @Text({ max: LIMITS.reasonLength, api: { example: 'The rest is no longer made' } })
  reason: string;
}

export class PreviewRefundDto {
  @Amount({
    min: 0,
    max: toMajorUnits(Number.MAX_SAFE_INTEGER),
    optional: true,
    api: {
      example: 499.5,
      description:
        'Left out: all that is left of what was paid, the delivery charge included; required if only some units were returned. ' +
        '0: nothing, with `final` only',
    },
    rules: [
      {
        code: 'out_of_range',
        message: 'must be at least 0.01, unless final is true',
        passes: (value, dto) => value !== 0 || (dto as RefundOrderDto).final === true,
      },
    ],
  })
  amount?: number;

  @Amount({
    min: 0,
    max: toMajorUnits(Number.MAX_SAFE_INTEGER),
    optional: true,
    api: {
      example: 99.5,
      description:
        'Part of the amount for the delivery charge, at most what is left of it. The credit note takes back its tax. Left ' +
        'out: what is left of it, if the amount is all that is left of what was paid; else nothing',
    },
  })
  delivery?: number;

  @OptionalUnits(
    'Returned units that go back into the stock. This inspects them, so it needs the permission `returns:inspect`. ' +
      'Left out: none',
  )
  restock?: OrderUnitsDto[];
}

export class RefundOrderDto extends PreviewRefundDto {
  @Text({ max: LIMITS.reasonLength, api: { example: 'Two glasses were broken' } })
  reason: string;

  @Reference({
    optional: true,
    api: {
      example: 'RMA-2026-0042',
      description:
        'Unique for the order, and stored with its money: the same reference again refunds nothing',
    },
    rules: [
      {
        code: 'no_amount',
        message: 'must not be sent with amount 0, which moves no money',
        passes: (_, dto) => (dto as RefundOrderDto).amount !== 0,
      },
    ],
  })
  reference?: string;

  @Flag({
    optional: true,
    api: { description: 'true: nothing more of this return will be refunded', default: false },
  })
  final?: boolean;
}

export class RefundPreviewDto extends responseDto<{ notes: DocumentDraft[] }>()({
  notes: anything<DocumentDraft[]>({
    isArray: true,
    description:
      'Credit notes as the `content` of documents, without number and day; empty: the order has no documents',
  }),
}) {}

function CountedUnits(description: string): PropertyDecorator {
  const max = LIMITS.orderItems * LIMITS.quantity;
  return WholeNumber({ min: 0, max, optional: true, api: { description } });
}

function OptionalUnits(description: string): PropertyDecorator {
  return UnitsOfLines(OrderUnitsDto, { description, optional: true });
}

export function toNewShipment(dto: CreateShipmentDto): NewShipment {
  return {
    courier: dto.courier,
    trackingNumber: dto.tracking_number,
    trackingUrl: dto.tracking_url ?? null,
    shippedAt: dto.shipped_at ?? null,
    items: dto.items?.map(({ line, quantity }) => ({ line, quantity })) ?? null,
    scanned: dto.scanned,
    countedByHand: dto.counted_by_hand,
  };
}

export function toShipmentCorrection(dto: CorrectShipmentDto): ShipmentCorrection {
  const { courier, tracking_number: trackingNumber, tracking_url: trackingUrl } = dto;
  return {
    ...(typeof courier === 'string' && { courier }),
    ...(typeof trackingNumber === 'string' && { trackingNumber }),
    ...(trackingUrl !== undefined && { trackingUrl }),
  };
}

export function toProposedRefund(
  { amount, delivery, restock }: PreviewRefundDto,
  mayInspect: boolean,
): ProposedRefund {
  return {
    amountMinor: typeof amount === 'number' ? toMinorUnits(amount) : null,
    deliveryMinor: typeof delivery === 'number' ? toMinorUnits(delivery) : null,
    restock: restock?.map(({ line, quantity }) => ({ line, quantity })) ?? [],
    mayInspect,
  };
}

export function toNewRefund(dto: RefundOrderDto, mayInspect: boolean): NewRefund {
  return {
    ...toProposedRefund(dto, mayInspect),
    reason: dto.reason,
    reference: dto.reference ?? null,
    isFinal: dto.final === true,
  };
}
