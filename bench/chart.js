/** @returns {string} */
export function chart() {
  return '';
}
