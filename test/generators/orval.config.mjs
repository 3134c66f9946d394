/** The address belongs to the service that the check has started. */
export default {
  store: {
    input: './out/store-api.json',
    output: {
      target: './out/orval/generated/api.ts',
      client: 'fetch',
      baseUrl: process.env.STORE_URL,
    },
  },
};
