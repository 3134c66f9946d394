import { formatMoney } from './format';

interface MoneyProps {
  amount: number | null | undefined;
  strong?: boolean;
}

/** Renders an amount in the deployment's currency, with digits of one width; one that is not known is "–". */
export function Money({ amount, strong = false }: MoneyProps) {
  if (amount == null) return '–';
  const text = formatMoney(amount);
  return strong ? (
    <strong className="number">{text}</strong>
  ) : (
    <span className="number">{text}</span>
  );
}
