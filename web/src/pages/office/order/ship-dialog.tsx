import { Button, NumberInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createShipmentMutation } from '../../../api/generated/admin/admin-api.tanstack';
import type { OrderRecordDto } from '../../../api/generated/admin/admin-api.schemas';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { useDraft } from '../../../shared/forms/use-draft';
import { plural } from '../../../shared/format';
import { CourierField } from '../shipping/courier-field';
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
  const queryClient = useQueryClient();
  const open = openLines(order);
  const form = useForm({
    initialValues: {
      courier: '',
      tracking_number: '',
      tracking_url: '',
      units: unitsByLine(open, ({ left }) => left),
    },
  });
  const draft = useDraft('shipment', form, true);
  const ship = useMutation({
    ...createShipmentMutation(),
    onSuccess: async () => {
      draft.forget();
      await queryClient.invalidateQueries();
      onClose();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  const submit = form.onSubmit(({ units, ...shipment }) => {
    const items = linesWithUnits(open, units);
    const path = { order_number: order.order_number };
    if (items.length === 0) form.setFieldError(`units.${open[0]?.line}`, 'Ship at least one unit');
    else ship.mutate({ path, body: { ...shipment, items } });
  });
  const field = (path: string) => ({ key: form.key(path), ...form.getInputProps(path) });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Ship ${plural(
        open.reduce((sum, { left }) => sum + left, 0),
        'unit',
      )} of ${order.order_number}`}
      action="Ship order"
      isBusy={ship.isPending}
      error={ship.error}
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
