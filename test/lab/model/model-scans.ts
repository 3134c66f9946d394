/** Scans in which a courier tells where a box is. */
export const SCANS = [
  ...['picked_up', 'in_transit', 'out_for_delivery', 'failed_attempt'],
  ...['returning', 'delivered', 'returned', 'lost'],
] as const;
export type Scan = (typeof SCANS)[number];
type Place = Scan | 'handed_over';

/** Returns true for a place that a box never leaves. */
export const isAtEnd = (place: Place): boolean => ['delivered', 'returned', 'lost'].includes(place);

/** Says where a box is: an end stays, a way back ends only so, and of other scans the latest counts. */
export function placeOf({ scans }: { scans: readonly Scan[] }): Place {
  return scans.reduce<Place>((place, scan) => {
    if (isAtEnd(place)) return place;
    return place === 'returning' && !isAtEnd(scan) ? place : scan;
  }, 'handed_over');
}
