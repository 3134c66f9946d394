/** A page that people often open first. The files of other pages are loaded after the application has read the address. */
interface FirstPage {
  source: string;
  /** The call that the page makes at an address without parameters; absent: several. */
  call?: string;
}

/** By path. */
export const FIRST_PAGES: Readonly<Record<string, FirstPage>> = {
  // Staff open this address too, and are sent to theirs.
  '/dashboard': { source: 'src/pages/overview/overview-page.tsx' },
  '/dashboard/sign-in': { source: 'src/pages/sign-in/sign-in-page.tsx' },
  '/dashboard/orders': {
    source: 'src/pages/orders/orders-page.tsx',
    call: '/dashboard/api/orders?status=awaiting_payment&sort=created_at',
  },
  '/dashboard/wallet': {
    source: 'src/pages/wallet/wallet-page.tsx',
    call: '/dashboard/api/wallet',
  },
  '/dashboard/office': { source: 'src/pages/office/today/today-page.tsx', call: '/admin/overview' },
  '/dashboard/office/orders': {
    source: 'src/pages/office/orders/orders-page.tsx',
    call: '/admin/orders?status=pending&sort=created_at',
  },
  '/dashboard/office/shipping': {
    source: 'src/pages/office/shipping/shipping-page.tsx',
    call: '/admin/orders/pick-list?limit=200',
  },
  '/dashboard/office/clients': {
    source: 'src/pages/office/clients/clients-page.tsx',
    call: '/admin/clients',
  },
};
