import { formatMoney } from './format';

/** Renders an amount in the deployment's currency, with digits of one width. */
export function Money({ amount, strong = false }: { amount: number; strong?: boolean }) {
  const text = formatMoney(amount);
  return strong ? (
    <strong className="number">{text}</strong>
  ) : (
    <span className="number">{text}</span>
  );
}
