/** Reads the number that a person typed as a percentage; a comma or a % sign makes no difference. */
export function percentOf(text: string): number {
  const plain = text.trim().replace(/\s*%$/, '').replace(',', '.').replace('−', '-');
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN;
}

/** Names the problem of a percentage; null: it is valid. */
export function percentProblem(text: string): string | null {
  return Number.isNaN(percentOf(text)) ? 'Enter a number, such as 5 or -2.5.' : null;
}
