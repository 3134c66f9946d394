/** Four, six or eight digits that are not all zeros, as the tax office accepts them. */
const HSN = /^(?!0+$)(?:\d{4}|\d{6}|\d{8})$/;

/** Returns true if a text is an HSN code that the tax office accepts. */
export function isHsn(text: string): boolean {
  return HSN.test(text);
}
