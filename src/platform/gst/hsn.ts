/** Four, six or eight digits that are not all zeros, as the tax office takes them. */
const HSN = /^(?!0+$)(?:\d{4}|\d{6}|\d{8})$/;

/** Tells whether a text is an HSN code that the tax office takes. */
export function isHsn(text: string): boolean {
  return HSN.test(text);
}
