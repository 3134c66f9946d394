import { Button, NumberInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { getRouteApi } from '@tanstack/react-router';
import { createShipmentMutation } from '../../../api/generated/admin';
import type { CreateShipmentDto, OrderRecordDto } from '../../../api/generated/admin-types';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { useSavedForm } from '../../../shared/forms/use-saved-form';
import { plural } from '../../../shared/format';
import { CourierField, useLastCourier } from '../shipping/courier-field';
import { useTrackingQuestion } from '../shipping/use-tracking-question';
import { linesWithUnits, unitsByLine, unitsField } from '../../../order/units-field';

const route = getRouteApi('/signed-in/office/orders/$number');

/** Records a shipment: with everything that is left of an order, or with a part. */
export function ShipDialog({ order }: { order: OrderRecordDto }) {
  const isOpen = route.useSearch().dialog === 'ship';
  const navigate = route.useNavigate();
  const show = (dialog: 'ship' | undefined): void => {
    void navigate({ search: { dialog }, replace: true });
  };
  return (
    <>
      <Button onClick={() => show('ship')}>Ship order</Button>
      {isOpen && <ShipForm order={order} onClose={() => show(undefined)} />}
    </>
  );
}

interface OpenLine {
  line: number;
  name: string;
  variation: string | null;
  left: number;
}

function openLines({ items }: OrderRecordDto): OpenLine[] {
  return items
    .map(({ quantity, shipped_quantity: shipped, canceled_quantity: canceled, ...item }) => ({
      ...item,
      left: quantity - shipped - canceled,
    }))
    .filter(({ left }) => left > 0);
}

function ShipForm({ order, onClose }: { order: OrderRecordDto; onClose: () => void }) {
  const { order_number } = order;
  const open = openLines(order);
  const [lastCourier, setLastCourier] = useLastCourier();
  const askTracking = useTrackingQuestion(order_number, 'ship');
  const { form, draft, save, field } = useSavedForm({
    name: 'shipment',
    initialValues: {
      courier: lastCourier,
      tracking_number: '',
      tracking_url: '',
      units: unitsByLine(open, ({ left }) => left),
    },
    validate: { tracking_number: askTracking },
    send: (body: CreateShipmentDto, money) =>
      createShipmentMutation().mutationFn({ path: { order_number }, body, ...money }),
    onSaved: (_, { getValues }) => setLastCourier(getValues().courier),
    // The dialog is gone as soon as the page shows the order as shipped, while its lists are still being read.
    onShown: (_, isHere) => {
      if (isHere) onClose();
    },
  });
  const submit = form.onSubmit(({ units, ...shipment }) => {
    const items = linesWithUnits(open, units);
    if (items.length === 0) form.setFieldError(`units.${open[0]?.line}`, 'Ship at least one unit');
    else save.mutate({ ...shipment, items });
  });
  return (
    <FormDialog
      fields={form}
      opened
      onClose={onClose}
      title={`Ship ${plural(
        open.reduce((sum, { left }) => sum + left, 0),
        'unit',
      )} of ${order_number}`}
      action="Ship order"
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
    >
      {draft.offer}
      <CourierField required data-autofocus {...field('courier')} />
      <TextInput
        label="Tracking number"
        required
        autoComplete="off"
        {...field('tracking_number')}
      />
      <TextInput
        label="Tracking page"
        description="With https://. Left out: the page of the courier"
        type="url"
        {...field('tracking_url')}
      />
      {open.map((item) => (
        <NumberInput {...unitsField(item, item.left)} {...field(`units.${item.line}`)} />
      ))}
    </FormDialog>
  );
}
