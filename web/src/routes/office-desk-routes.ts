import { createRoute } from '@tanstack/react-router';
import { lazyPage as page } from './lazy-page';
import { KINDS } from '../documents/document-kinds';
import { CLIENT_TABS } from '../pages/office/client/client-tabs';
import { MONEY_TABS } from '../pages/office/money/money-tabs';
import { dateOf, ID, matching, monthOf, oneOf, parameters, tabOf, text } from '../search-params';
import { officeRoute } from './office-root';

const REFUND_STATES = ['requested', 'pending', 'processed', 'failed', 'outside'] as const;

const LINE_STATES = ['unmatched', 'suggested', 'matched', 'ignored'] as const;

const SUBSCRIPTION_STATES = ['live', 'past_due', 'ended', 'none'] as const;
const RECEIPT_SOURCES = ['bank', 'cash', 'other', 'gateway'] as const;

const todayRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/',
  component: page(() => import('../pages/office/today/today-page'), 'TodayPage'),
});

const clientsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/clients',
  validateSearch: parameters((search) => ({
    q: text(search.q),
    plan: text(search.plan),
    state: oneOf(search.state, SUBSCRIPTION_STATES),
    ending: oneOf(search.ending, ['month']),
    wallet: oneOf(search.wallet, ['empty']),
    billing: oneOf(search.billing, ['missing']),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/office/clients/clients-page'), 'ClientsPage'),
});

/** Without `tab`: the client's orders. */
const clientRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/clients/$id',
  validateSearch: parameters((search) => ({
    tab: tabOf(search.tab, CLIENT_TABS),
    month: monthOf(search.month),
    from: dateOf(search.from),
    request_id: text(search.request_id),
    order: text(search.order),
    to: dateOf(search.to),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/office/client/client-page'), 'ClientPage'),
});

/** Without `tab`: the transfers to confirm. */
const moneyRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/money',
  validateSearch: parameters((search) => ({
    tab: tabOf(search.tab, MONEY_TABS),
    date: dateOf(search.date),
    month: monthOf(search.month),
    client: matching(search.client, ID),
    source: oneOf(search.source, RECEIPT_SOURCES),
    reference: text(search.reference),
    from: dateOf(search.from),
    to: dateOf(search.to),
    status: oneOf(search.status, ['all']),
    // Of refunds to source.
    state: oneOf(search.state, REFUND_STATES),
    account: matching(search.account, ID),
    // Of the bank: the accounts instead of their lines.
    view: oneOf(search.view, ['accounts'] as const),
    // State of lines of bank statements.
    line: oneOf(search.line, LINE_STATES),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/office/money/money-page'), 'MoneyPage'),
});

/** Without `tab`: the documents. */
const invoicesRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/invoices',
  validateSearch: parameters((search) => ({
    tab: oneOf(search.tab, ['missing', 'numbers'] as const),
    kind: oneOf(search.kind, KINDS),
    month: monthOf(search.month),
    client: matching(search.client, ID),
    q: text(search.q),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/office/invoices/invoices-page'), 'InvoicesPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/audit',
  validateSearch: parameters((search) => ({
    actor: text(search.actor),
    subject: text(search.subject),
    from: dateOf(search.from),
    to: dateOf(search.to),
    cursor: text(search.cursor),
  })),
  component: page(() => import('../pages/office/audit/audit-page'), 'AuditPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/settings',
  component: page(() => import('../pages/office/settings/settings-page'), 'SettingsPage'),
});

/** Results of the search field in the top bar. */
const searchRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/search',
  validateSearch: parameters(({ q }) => ({ q: text(q) })),
  component: page(() => import('../pages/office/search/search-page'), 'SearchPage'),
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
