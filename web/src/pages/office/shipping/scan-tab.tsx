import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type {
  CreateShipmentDto,
  OrderRecordDto,
  OrderToPickDto,
} from '../../../api/generated/admin-types';
import {
  createShipmentMutation,
  getInstallationOptions,
  listCouriersOptions,
  listOrdersToPickOptions,
} from '../../../api/generated/admin';
import { problemOf } from '../../../api/problem';
import { useMay } from '../../../frame/session';
import { useKeyedMutation, type MoneyVariables } from '../../../shared/forms/use-money-mutation';
import { plural } from '../../../shared/format';
import { Notice } from '../../../shared/layout/notice';
import { SectionCard } from '../../../shared/layout/section-card';
import classes from './scan-tab.module.css';
import { usePaper } from './print-links';
import { ScannedOrder } from './scanned-order';
import { focusByKey, Shortcuts } from './shortcuts';

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

/**
 * Renders shipping by scanner or keyboard: the number of an order, its tracking number, then the next order.
 */
export function ScanTab() {
  const number = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const [lastCourier, setLastCourier] = useState<string | null>(null);
  const [shipped, setShipped] = useState<readonly Shipped[]>([]);
  const couriers = useQuery(listCouriersOptions()).data?.data ?? [];
  const find = useMutation({
    mutationFn: (wanted: string) => findOrder(queryClient, wanted),
    onSettled: (found) => {
      if (found == null) number.current?.select();
    },
  });
  const startOver = (): void => {
    find.reset();
    if (number.current !== null) number.current.value = '';
    number.current?.focus();
  };
  const order = find.data;
  const ship = useKeyedMutation(
    {
      mutationFn: sendShipment,
      onSuccess: async ({ data }, sent) => {
        const latest = shippedOf(sent, data);
        setShipped((before) => [latest, ...before].slice(0, SHIPPED_SHOWN));
        setLastCourier(sent.courier);
        startOver();
        await queryClient.invalidateQueries();
      },
    },
    order != null,
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (focusByKey(event)) event.preventDefault();
    if (event.key !== 'Escape' || ship.isPending) return;
    event.preventDefault();
    ship.reset();
    startOver();
  };
  return (
    // A shortcut for all fields inside; everything can be done without it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.layout} onKeyDown={onKeyDown}>
      <SectionCard title="Ship by number">
        <NumberForm
          field={number}
          problem={problemOfNumber(find)}
          onFind={(wanted) => {
            ship.reset();
            if (!find.isPending) find.mutate(wanted);
          }}
        />
        {order != null && (
          <ScannedOrder
            key={find.submittedAt}
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
      <Shortcuts />
    </div>
  );
}

function sendShipment({ order_number, ...body }: ScannedShipment, money: MoneyVariables) {
  return createShipmentMutation().mutationFn({ path: { order_number }, body, ...money });
}

function shippedOf(sent: ScannedShipment, { shipments }: OrderRecordDto): Shipped {
  const units = (sent.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
  const id = shipments.at(-1)?.id;
  return { order: sent.order_number, trackingNumber: sent.tracking_number, units, id };
}

/** Finds an order to ship; null if nothing of it is left to ship. */
async function findOrder(queryClient: QueryClient, number: string): Promise<OrderToPickDto | null> {
  const query = { order_numbers: number };
  const options = { ...listOrdersToPickOptions({ query }), staleTime: 0 };
  return (await queryClient.fetchQuery(options)).data[0] ?? null;
}

interface NumberFormProps {
  field: RefObject<HTMLInputElement | null>;
  problem: string | undefined;
  onFind: (number: string) => void;
}

function NumberForm({ field, problem, onFind }: NumberFormProps) {
  // The page was opened to scan into this field.
  useEffect(() => field.current?.focus(), [field]);
  return (
    <form
      className={classes.number}
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = field.current?.value.trim().toUpperCase() ?? '';
        if (wanted !== '') onFind(wanted);
      }}
    >
      <TextInput
        ref={field}
        label="Order number"
        description="Scan or type it, then press Enter"
        placeholder="WO-"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={problem}
      />
      <Button type="submit" variant="default">
        Find order
      </Button>
    </form>
  );
}

interface Finding {
  data: OrderToPickDto | null | undefined;
  error: unknown;
  variables: string | undefined;
}

function problemOfNumber({ data, error, variables = '' }: Finding): string | undefined {
  if (error !== null) return problemOf(error).message;
  if (data !== null) return undefined;
  return `${variables} has nothing to ship: it is not paid, was shipped already, or does not exist.`;
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
