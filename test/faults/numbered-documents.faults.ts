import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { KARNATAKA, TAX_PROFILE } from '../support/tax/tax-admin.js';
import { expectInvariants, sqlOn } from './support/books.js';
import { Crowd } from './support/crowd.js';
import { Figures } from './support/figures.js';
import { expectOnly, statuses } from './support/http.js';
import { drawn, size } from './support/run.js';
import { operate, Shop } from './support/shop.js';
import { Instance, stagedDatabase } from './support/stage.js';

const WRITERS = 8;
const DOCUMENTS = size(10_000, 40);
const figures = new Figures('kill -9 while invoices are numbered');

it('two services, killed in turn while they ship, give every shipment an invoice and leave no gap', async () => {
  const connection = await stagedDatabase();
  const services = [await Instance.start(connection), await Instance.start(connection)];
  const [{ baseUrl }] = services as [Instance];
  const shop = await Shop.open(baseUrl);
  await operate(baseUrl, 'PUT', 'tax-profile', TAX_PROFILE);
  await operate(baseUrl, 'PATCH', `clients/${shop.buyer.id}`, KARNATAKA);
  for (const [index, sku] of shop.skus.entries()) {
    const rate = [0, 5, 18][index % 3];
    await operate(baseUrl, 'PATCH', `products/${sku}`, { hsn: '73239390', gst_rate: rate });
  }

  const writers = new Crowd(WRITERS, (turn) => {
    return shop.sell(services[turn % services.length]!.baseUrl, shop.items(turn));
  });
  await writers.first(201, performance.now());

  const kills = drawn(size(100, 2), fc.integer({ min: 100, max: 900 }));
  for (const [turn, afterMs] of kills.entries()) {
    await sleep(afterMs);
    await services[turn % services.length]!.killAndRespawn(writers);
  }
  const shipped = async () => {
    const [row] = await sqlOn(connection)<{ shipments: number; documents: number; last: number }>`
      SELECT (SELECT count(*) FROM shipments)::integer AS shipments, (SELECT count(*) FROM tax_documents)::integer AS documents,
        (SELECT sum(last_number) FROM document_series)::integer AS last`;
    return row!;
  };
  while ((await shipped()).documents < DOCUMENTS) await sleep(200);
  const answers = await writers.leave();

  expectOnly(answers, 0, 201, 503);
  const { shipments, documents, last } = await shipped();
  expect([documents, last]).toEqual([shipments, shipments]);
  await expectInvariants(connection);
  figures.keep('kills', kills.length);
  figures.keep('documents, numbered without a gap', documents);
  figures.keep('answers', JSON.stringify(statuses(answers)));
});
