/** The service's address in texts as they are built. When they are served, it is replaced by the real address. */
export const EXAMPLE_URL = 'https://orders.example';
