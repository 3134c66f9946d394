// Plays Shiprocket's API on a port of this machine, to try an account out: npm run stub:shiprocket [-- port]
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
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
const stub = await ShiprocketStub.open({ port: Number(port) });
const label = new PDFDocument({ size: [283, 425] });
label.end();
stub.file = await buffer(label);
process.stdout.write(
  `Shiprocket's stub listens on ${stub.url}. API user: api@example.com, password: stub-password\n`,
);
