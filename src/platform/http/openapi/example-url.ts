/** The address of the service in texts as they are built. Where they are served, the service's own address takes its place. */
export const EXAMPLE_URL = 'https://orders.example';
