import { useQuery } from '@tanstack/react-query';
import { getShipmentEventsOptions } from '../../../api/generated/admin';
import { useMay } from '../../../frame/session';
import { hasEnded, ShipmentState } from '../../../order/shipment-state';
import { ProblemNotice } from '../../../shared/layout/problem-notice';
import { FactList } from '../../../shared/fact-list';
import { formatDay } from '../../../shared/format';
import { Time } from '../../../shared/time';
import { NoteShipment } from '../deliveries/note-shipment';
import classes from './shipment-trail.module.css';

const NOTED = ['not_handed_over', 'delivered', 'returned', 'lost'] as const;

/** Renders where a shipment is and how it came there. Nothing for a shipment that no courier is asked about. */
export function ShipmentTrail({ shipmentId, number }: { shipmentId: number; number: string }) {
  const query = useQuery(getShipmentEventsOptions({ path: { id: shipmentId } }));
  const mayAct = useMay('deliveries:act');
  const { data, error } = query;
  if (error !== null) {
    return <ProblemNotice error={error} title="The way of the shipment could not be loaded." />;
  }
  if (data === undefined) return null;
  const { state, events, expected_at: expectedAt, tracking_number: awb } = data.data;
  if (state === null) return null;
  return (
    <section aria-label={`Way of ${awb}`} className={classes.trail}>
      <FactList
        facts={[
          ['Where it is', <ShipmentState key="state" state={state} />],
          ...(expectedAt === null ? [] : [['Expected', formatDay(expectedAt)] as const]),
        ]}
      />
      {events.length > 0 && (
        <ol className={classes.events}>
          {events.toReversed().map(({ at, code, description, words, place, source }) => (
            <li key={`${at} ${code} ${source}`}>
              <Time at={at} />
              <span>
                {description ?? words ?? code}
                {place !== null && <span className="soft">, {place}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      {mayAct && !hasEnded(state) && (
        <div className={classes.notes}>
          {NOTED.filter((end) => end !== 'not_handed_over' || state === 'handed_over').map(
            (end) => (
              <NoteShipment key={end} shipmentId={shipmentId} number={number} state={end} />
            ),
          )}
        </div>
      )}
    </section>
  );
}
