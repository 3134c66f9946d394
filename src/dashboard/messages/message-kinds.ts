import type { MemberRole } from '../../identity/roles.js';
import type { MemberPermission } from '../../platform/http/access/permissions.js';

interface MessageKindRow {
  /** Name on the page where people choose their mails. */
  label: string;
  help: string;
  /** Permission that a person needs to get the mail. */
  needs: MemberPermission;
  /** Roles that can get it. */
  roles: readonly MemberRole[];
  /** Roles that get it until they choose. */
  onFor: readonly MemberRole[];
}

const EVERYONE: readonly MemberRole[] = ['owner', 'member'];
const OWNERS: readonly MemberRole[] = ['owner'];

/** Kinds of mails about a client's orders and money, in the order of the page. Problems are on by default, progress is off. */
export const MESSAGE_KIND_ROWS = {
  order_to_pay: {
    label: 'Orders placed for you',
    help: 'Orders that the wholesaler placed for your company, as by phone, which wait for payment.',
    needs: 'own-orders:read',
    roles: EVERYONE,
    onFor: OWNERS,
  },
  order_paid: {
    label: 'Orders paid',
    help: 'Orders whose payment arrived, together in one mail.',
    needs: 'own-orders:read',
    roles: EVERYONE,
    onFor: [],
  },
  order_shipped: {
    label: 'Orders shipped',
    help: 'Shipments with courier and tracking number, together in one mail.',
    needs: 'own-orders:read',
    roles: EVERYONE,
    onFor: [],
  },
  delivery_failed: {
    label: 'Deliveries that failed',
    help: 'Why a customer was not delivered to, and until when the courier takes an answer.',
    needs: 'own-orders:read',
    roles: EVERYONE,
    onFor: OWNERS,
  },
  order_expiring: {
    label: 'Orders about to expire',
    help: 'Unpaid orders, some hours before they are canceled.',
    needs: 'own-orders:read',
    roles: EVERYONE,
    onFor: OWNERS,
  },
  wallet_low: {
    label: 'Wallet is low',
    help: 'When the wallet falls below the amount of your company.',
    needs: 'own-wallet:read',
    roles: EVERYONE,
    onFor: OWNERS,
  },
  debts: {
    label: 'Overdue amounts',
    help: 'Orders bought on account that are overdue, and money that your company owes.',
    needs: 'own-wallet:read',
    roles: EVERYONE,
    onFor: OWNERS,
  },
  subscription_ending: {
    label: 'Subscription ends',
    help: 'A week before your stores can no longer place orders.',
    needs: 'own-company:read',
    roles: EVERYONE,
    onFor: OWNERS,
  },
  invoice: {
    label: 'Invoices and credit notes',
    help: 'Each new document as a PDF.',
    needs: 'own-documents:read',
    roles: OWNERS,
    onFor: [],
  },
} as const satisfies Record<string, MessageKindRow>;

export type MessageKind = keyof typeof MESSAGE_KIND_ROWS;
export const MESSAGE_KINDS = Object.keys(MESSAGE_KIND_ROWS) as readonly MessageKind[];

/** Kinds whose events are noted once each, in the transaction of the event. A job finds the others. */
export const NOTED_KINDS: readonly MessageKind[] = [
  'order_to_pay',
  'order_paid',
  'order_shipped',
  'invoice',
];
