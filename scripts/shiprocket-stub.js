// Plays Shiprocket's API on a port of this machine, to try an account out: npm run stub:shiprocket [-- port]
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const [, , port = '4600'] = process.argv;
const bundle = await rolldown({
  input: join(import.meta.dirname, '../test/support/couriers/shiprocket/stub.ts'),
  platform: 'node',
});
const { output } = await bundle.generate();
await bundle.close();
const { ShiprocketStub } = await import(
  `data:text/javascript,${encodeURIComponent(output[0].code)}`
);
const { url } = await ShiprocketStub.open({ port: Number(port) });
process.stdout.write(
  `Shiprocket's stub listens on ${url}. API user: api@example.com, password: stub-password\n`,
);
