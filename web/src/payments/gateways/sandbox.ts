import type { BrowserGateway, CheckoutEvents } from './browser-gateway';

interface SandboxScript {
  openSandboxCheckout: (checkout: CheckoutEvents & { orderId: string }) => void;
}

export const sandbox: BrowserGateway = {
  name: 'Sandbox',
  movesMoney: false,
  open: ({ gateway }, events) => {
    const { openSandboxCheckout } = window as unknown as SandboxScript;
    openSandboxCheckout({ orderId: gateway.order_id, ...events });
  },
};
