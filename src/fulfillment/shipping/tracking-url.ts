/** Placeholder for the tracking number in a template. */
export const TRACKING_NUMBER = '{tracking_number}';

/** Returns true for an https address with {@link TRACKING_NUMBER} once, after the host, so that it cannot choose the host. */
export function isUrlTemplate(template: string): boolean {
  const [before, after, ...more] = template.split(TRACKING_NUMBER);
  if (before === undefined || after === undefined || more.length > 0) return false;
  return /^https:\/\/[^/?#\s{}@]+\//.test(before) && URL.canParse(before + after);
}

/** Makes the address of a shipment's tracking page. */
export function trackingUrlOf(template: string, trackingNumber: string): string {
  return template.replace(TRACKING_NUMBER, () => encodeURIComponent(trackingNumber));
}
