import type { OrderRecordDto } from '../../../api/generated/admin-types';
import { correctShipmentMutation } from '../../../api/generated/admin';
import { TrackingFields } from '../../../order/tracking-fields';
import { FormButton } from '../../../shared/forms/form-button';
import { useTrackingQuestion } from '../shipping/use-tracking-question';

interface CorrectShipmentProps {
  orderNumber: string;
  shipment: OrderRecordDto['shipments'][number];
}

/** Corrects the courier, the number or the tracking page of a shipment. */
export function CorrectShipment({ orderNumber, shipment }: CorrectShipmentProps) {
  const { courier, tracking_number, tracking_url } = shipment;
  const askTracking = useTrackingQuestion(orderNumber, 'save');
  return (
    <FormButton
      variant="subtle"
      label="Correct"
      aria-label={`Correct shipment ${tracking_number}`}
      title={`Correct shipment ${tracking_number}`}
      action="Save shipment"
      initialValues={{ courier, tracking_number, tracking_url: tracking_url ?? '' }}
      validate={{
        tracking_number: (number) => (number === tracking_number ? null : askTracking(number)),
      }}
      send={({ tracking_url: page, ...change }) =>
        correctShipmentMutation().mutationFn({
          path: { order_number: orderNumber, shipment_id: shipment.id },
          // An unchanged tracking page follows the number if it came from the courier's template.
          body: page === (tracking_url ?? '') ? change : { ...change, tracking_url: page || null },
        })
      }
    >
      {(_, field) => <TrackingFields field={field} />}
    </FormButton>
  );
}
