import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { KINDS } from '../documents/document-kinds';
import { oneOf, text } from '../search-params';
import { officeRoute } from './office-root';

const MONEY_TABS = [
  ...(['transfers', 'bank', 'receipts', 'approvals', 'ageing', 'day', 'month'] as const),
  ...(['payments', 'missed', 'refunds', 'disputes', 'settlements'] as const),
  ...(['intents', 'notices', 'days'] as const),
  ...(['gst', 'e-invoices'] as const),
];
const REFUND_STATES = ['requested', 'pending', 'processed', 'failed', 'outside'] as const;

const LINE_STATES = ['unmatched', 'suggested', 'matched', 'ignored'] as const;

const CLIENT_TABS = [
  ...([
    'wallet',
    'tokens',
    'failures',
    'requests',
    'notes',
    'people',
    'subscription',
    'audit',
  ] as const),
];

const SUBSCRIPTION_STATES = ['live', 'past_due', 'ended', 'none'] as const;
const RECEIPT_SOURCES = ['bank', 'cash', 'other', 'gateway'] as const;

const DATE = /^\d{4}-\d\d-\d\d$/;
const MONTH = /^\d{4}-\d\d$/;
const ID = /^\d{1,9}$/;

function matching(value: unknown, pattern: RegExp): string | undefined {
  return pattern.exec(text(value) ?? '')?.[0];
}

const todayRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/office/today/today-page'), 'TodayPage'),
});

interface ClientsSearch {
  q?: string;
  plan?: string;
  state?: (typeof SUBSCRIPTION_STATES)[number];
  ending?: 'month';
  wallet?: 'empty';
  billing?: 'missing';
  cursor?: string;
}

const clientsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/clients',
  validateSearch: (search): ClientsSearch => ({
    q: text(search.q),
    plan: text(search.plan),
    state: oneOf(search.state, SUBSCRIPTION_STATES),
    ending: oneOf(search.ending, ['month']),
    wallet: oneOf(search.wallet, ['empty']),
    billing: oneOf(search.billing, ['missing']),
    cursor: text(search.cursor),
  }),
  component: lazyRouteComponent(
    () => import('../pages/office/clients/clients-page'),
    'ClientsPage',
  ),
});

interface ClientSearch {
  tab?: (typeof CLIENT_TABS)[number];
  month?: string;
  from?: string;
  request_id?: string;
  to?: string;
  cursor?: string;
}

/** Without `tab`: the client's orders. */
const clientRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/clients/$id',
  validateSearch: (search): ClientSearch => ({
    tab: oneOf(search.tab, CLIENT_TABS),
    month: matching(search.month, MONTH),
    from: matching(search.from, DATE),
    request_id: text(search.request_id),
    to: matching(search.to, DATE),
    cursor: text(search.cursor),
  }),
  component: lazyRouteComponent(() => import('../pages/office/client/client-page'), 'ClientPage'),
});

interface MoneySearch {
  tab?: (typeof MONEY_TABS)[number];
  date?: string;
  month?: string;
  client?: string;
  source?: (typeof RECEIPT_SOURCES)[number];
  reference?: string;
  from?: string;
  to?: string;
  status?: 'all';
  /** State of refunds to source. */
  state?: (typeof REFUND_STATES)[number];
  /** Id of a bank account. */
  account?: string;
  /** State of lines of bank statements. */
  line?: (typeof LINE_STATES)[number];
  cursor?: string;
}

/** Without `tab`: the transfers to confirm. */
const moneyRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/money',
  validateSearch: (search): MoneySearch => ({
    tab: oneOf(search.tab, MONEY_TABS),
    date: matching(search.date, DATE),
    month: matching(search.month, MONTH),
    client: matching(search.client, ID),
    source: oneOf(search.source, RECEIPT_SOURCES),
    reference: text(search.reference),
    from: matching(search.from, DATE),
    to: matching(search.to, DATE),
    status: oneOf(search.status, ['all']),
    state: oneOf(search.state, REFUND_STATES),
    account: matching(search.account, ID),
    line: oneOf(search.line, LINE_STATES),
    cursor: text(search.cursor),
  }),
  component: lazyRouteComponent(() => import('../pages/office/money/money-page'), 'MoneyPage'),
});

/** Without `tab`: the documents. */
interface InvoicesSearch {
  tab?: 'missing' | 'numbers';
  kind?: (typeof KINDS)[number];
  month?: string;
  client?: string;
  q?: string;
  cursor?: string;
}

const invoicesRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/invoices',
  validateSearch: (search): InvoicesSearch => ({
    tab: oneOf(search.tab, ['missing', 'numbers'] as const),
    kind: oneOf(search.kind, KINDS),
    month: matching(search.month, MONTH),
    client: matching(search.client, ID),
    q: text(search.q),
    cursor: text(search.cursor),
  }),
  component: lazyRouteComponent(
    () => import('../pages/office/invoices/invoices-page'),
    'InvoicesPage',
  ),
});

interface AuditSearch {
  actor?: string;
  subject?: string;
  from?: string;
  to?: string;
  cursor?: string;
}

const auditRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/audit',
  validateSearch: (search): AuditSearch => ({
    actor: text(search.actor),
    subject: text(search.subject),
    from: matching(search.from, DATE),
    to: matching(search.to, DATE),
    cursor: text(search.cursor),
  }),
  component: lazyRouteComponent(() => import('../pages/office/audit/audit-page'), 'AuditPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../pages/office/settings/settings-page'),
    'SettingsPage',
  ),
});

/** Results of the search field in the top bar. */
const searchRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/search',
  validateSearch: ({ q }): { q?: string } => ({ q: text(q) }),
  component: lazyRouteComponent(() => import('../pages/office/search/search-page'), 'SearchPage'),
});

export const officeDeskRoutes = [
  todayRoute,
  clientsRoute,
  clientRoute,
  moneyRoute,
  invoicesRoute,
  auditRoute,
  settingsRoute,
  searchRoute,
] as const;
