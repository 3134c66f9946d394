/** Keeps the wheel from changing the number in a field, as it does in Chromium while the field has the focus. */
export function keepNumbersFromWheel(): void {
  document.addEventListener(
    'wheel',
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === 'number') target.blur();
    },
    { capture: true, passive: true },
  );
}
