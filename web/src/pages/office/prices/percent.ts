/** Returns the number that a person typed as a percentage; a comma or a % sign makes no difference. */
export function percentOf(text: string): number {
  const plain = text.trim().replace(/\s*%$/, '').replace(',', '.').replace('−', '-');
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN;
}

/** What is wrong with a percentage; null: nothing. */
export function percentProblem(text: string): string | null {
  return Number.isNaN(percentOf(text)) ? 'Enter a number, such as 5 or -2.5.' : null;
}
