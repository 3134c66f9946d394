import { addressLines, type Address } from './address-values';
import classes from './address-text.module.css';

interface BillingAddressProps {
  billing: Address | null;
  /** The address as it was written before it had fields. */
  text: string | null;
}

/** Renders a billing address, each line on its own; without fields, as it was written before. */
export function BillingAddress({ billing, text }: BillingAddressProps) {
  if (billing === null && text === null) return '–';
  if (billing === null) return <OldAddress text={text} />;
  return <span className={classes.lines}>{addressLines(billing).join('\n')}</span>;
}

/** Renders an address that was written before it had fields, as a hint to fill them; nothing without one. */
export function OldAddress({ text }: Pick<BillingAddressProps, 'text'>) {
  if (text === null) return null;
  return (
    <span>
      <span className={classes.lines}>{text}</span>
      <br />
      <span className="soft small">
        As written before. Invoices need it in fields, with the state.
      </span>
    </span>
  );
}
