import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { upiLink } from '../../../src/money/bank-transfers/upi.ts';
import { getBankAccountOptions } from '../api/generated/dashboard';
import { HOUSE } from '../frame/brand/house';
import { SectionCard } from '../shared/layout/section-card';
import classes from './pay-by-upi.module.css';

/** Modules around a code that scanners need. */
const QUIET_ZONE = 4;

interface PayByUpiProps {
  amount: number;
  /** Empty: the money is for the wallet. */
  orders: readonly string[];
}

/** Renders the QR code and the link of a payment by UPI, which the claim of a transfer follows. Renders nothing without an address. */
export function PayByUpi({ amount, orders }: PayByUpiProps) {
  const account = useQuery(getBankAccountOptions()).data?.data;
  if (account?.upi_address == null) return null;
  const { upi_address: address, payment_reference: reference } = account;
  const link = upiLink({ address, payee: HOUSE.name, amount, reference, orders });
  return (
    <SectionCard title="Pay by UPI">
      <div className={classes.payment}>
        <QrCode text={link} />
        <div>
          <p>
            Scan the code with an app for UPI, or <a href={link}>open the app on this phone</a>. It
            pays to <span className="mono">{address}</span>.
          </p>
          <p className="soft">
            Then report the transfer with its UTR under “By bank transfer”, or “I have sent a
            transfer” in your wallet. It counts once we have found it in our bank.
          </p>
        </div>
      </div>
    </SectionCard>
  );
}

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x},${y}h1v1h-1z`] : [])),
  );
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code">
      <path d={dark.join('')} />
    </svg>
  );
}
