import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { unitsOf } from '../../../../../../src/fulfillment/pick-list/picking.ts';
import type { CreateShipmentDto, OrderRecordDto } from '../../../../api/generated/admin-types';
import {
  createShipmentMutation,
  getInstallationOptions,
  listCouriersOptions,
} from '../../../../api/generated/admin';
import { problemOf } from '../../../../api/problem';
import { useMay } from '../../../../frame/session';
import { useKeyedMutation, type MoneyVariables } from '../../../../shared/forms/use-money-mutation';
import { CameraScan } from '../../../../shared/camera/camera-scan';
import { plural } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { CheckOfArticles } from './packing-rules';
import { NumberForm } from './number-form';
import classes from './scan-tab.module.css';
import { usePaper } from '../print-links';
import { ScanSentence } from './scan-sentence';
import { ToneSwitch } from './scan-tone';
import { ScannedOrder, type ScanTarget } from './scanned-order';
import { focusByKey, Shortcuts } from './shortcuts';
import { useScan } from './use-scan';

/** Shipments of this visit that stay on the page. */
const SHIPPED_SHOWN = 10;

interface Shipped {
  order: string;
  trackingNumber: string;
  units: number;
  /** Id of the shipment. */
  id: number | undefined;
}

interface ScannedShipment extends CreateShipmentDto {
  order_number: string;
}

/** Renders shipping by scanner or keyboard: the number of an order, its tracking number, then the next order. */
export function ScanTab() {
  const queryClient = useQueryClient();
  const [lastCourier, setLastCourier] = useState<string | null>(null);
  const [shipped, setShipped] = useState<readonly Shipped[]>([]);
  const couriers = useQuery(listCouriersOptions()).data?.data ?? [];
  const scanning = useScan();
  const opened = useRef<ScanTarget>(null);
  const order = scanning.scan?.to_ship ?? null;
  const ship = useKeyedMutation(
    {
      mutationFn: sendShipment,
      onSuccess: async ({ data }, sent) => {
        const latest = shippedOf(sent, data);
        setShipped((before) => [latest, ...before].slice(0, SHIPPED_SHOWN));
        setLastCourier(sent.courier);
        scanning.startOver();
        await queryClient.invalidateQueries();
      },
    },
    order !== null,
  );
  const lookUp = (text: string): void => {
    ship.reset();
    scanning.lookUp(text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (focusByKey(event)) event.preventDefault();
    if (event.key !== 'Escape' || ship.isPending) return;
    event.preventDefault();
    ship.reset();
    scanning.startOver();
  };
  return (
    // A shortcut for all fields inside; everything can be done without it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.layout} onKeyDown={onKeyDown}>
      <SectionCard title="Ship by number">
        <NumberForm
          field={scanning.field}
          problem={scanning.error === null ? undefined : problemOf(scanning.error).message}
          searched={scanning.text}
          onFind={lookUp}
        />
        <CameraScan
          onScan={(code) => (opened.current === null ? lookUp(code) : opened.current.scan(code))}
        />
        <ScanSentence text={scanning.text} scan={scanning.scan} onChoose={lookUp} />
        {order !== null && (
          <ScannedOrder
            key={scanning.key}
            ref={opened}
            order={order}
            courier={lastCourier ?? couriers[0]?.name ?? ''}
            isBusy={ship.isPending}
            error={ship.error}
            onShip={(shipment, onSuccess) => {
              ship.mutate({ order_number: order.order_number, ...shipment }, { onSuccess });
            }}
          />
        )}
        <ShippedList shipped={shipped} />
      </SectionCard>
      <div className={classes.aside}>
        <Shortcuts />
        <CheckOfArticles />
        <ToneSwitch />
      </div>
    </div>
  );
}

function sendShipment({ order_number, ...body }: ScannedShipment, money: MoneyVariables) {
  return createShipmentMutation().mutationFn({ path: { order_number }, body, ...money });
}

function shippedOf(sent: ScannedShipment, { shipments }: OrderRecordDto): Shipped {
  const units = unitsOf(sent.items ?? []);
  const id = shipments.at(-1)?.id;
  return { order: sent.order_number, trackingNumber: sent.tracking_number, units, id };
}

/** Lists what was shipped, with links to slip and invoice of each shipment in one file, if invoices are issued. */
function ShippedList({ shipped }: { shipped: readonly Shipped[] }) {
  const mayPrint = useMay('documents:print');
  const isIssued = useQuery(getInstallationOptions()).data?.data.issues_documents ?? false;
  const { paper, field } = usePaper();
  const prints = mayPrint && isIssued && shipped.some(({ id }) => id !== undefined);
  return (
    <div role="status" className={classes.shipped}>
      {prints && field}
      {shipped.map(({ order, trackingNumber, units, id }) => (
        <Notice key={`${order} ${trackingNumber}`} tone="ok">
          <p>
            {`Shipped ${plural(units, 'unit')} of `}
            <span className="mono">{order}</span>
            {' with '}
            <span className="mono">{trackingNumber}</span>
          </p>
          {prints && id !== undefined && (
            <a
              href={`/admin/shipments/${id}/pdf?slip=true&paper=${paper}`}
              target="_blank"
              rel="noreferrer"
            >
              Print slip and invoice
            </a>
          )}
        </Notice>
      ))}
    </div>
  );
}
