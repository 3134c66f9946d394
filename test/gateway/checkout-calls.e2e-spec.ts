import {
  checkDisputes,
  checkIntents,
  handleNotices,
  Payer,
  payer,
  startGatewaySuite,
} from '../support/shop/checkouts.js';
import { TestApp } from '../support/app.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { admin, app, place, shop } from '../support/money/suite.js';

startGatewaySuite();

describe('a call about a checkout', () => {
  it('is refused for orders that are not payable, and for invalid amounts', async () => {
    const paid = await place();
    await admin.orders.pay(paid);
    const [other, { sku }] = [await givenShop(app), await givenProduct(app)];
    const foreign = await other.orders.place({ sku, quantity: 1 });
    const refused = async (body: object) =>
      (await payer.browser.call('post', 'checkouts', body)).body.errors!.map(
        ({ field, code }) => `${field} ${code}`,
      );
    expect(await refused({ order_numbers: [paid, foreign] })).toEqual([
      'order_numbers.0 not_payable',
      'order_numbers.1 unknown_order',
    ]);
    expect(await refused({})).toEqual(['order_numbers required']);
    expect(await refused({ amount: 0.5 })).toEqual(['amount out_of_range']);
    expect(await refused({ amount: 5, order_numbers: [paid] })).toEqual(['amount ambiguous']);
  });

  it('is refused by a service without a gateway, which sends and asks nothing', async () => {
    const { id } = await payer.open(100);
    const other = await TestApp.startOn(app.connection, { GATEWAY: 'none' });
    const { browser } = await Payer.of(other, shop.client);
    const answers = [
      await browser.call('post', 'checkouts', { amount: 100 }),
      await browser.call('get', `checkouts/${id}`),
      await browser.call('post', `checkouts/${id}/return`, {}),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('gateway_off'));
    await checkIntents(other, { isAll: true });
    await checkDisputes(other);
    await handleNotices(other);
    await other.stop();
  });

  it('accepts a return only with the signature of its own payment', async () => {
    const [one, two] = [await payer.open([await place()]), await payer.open([await place()])];
    const { given } = await payer.payAt(one);
    const send = async (id: string, body: object) =>
      (await payer.browser.call('post', `checkouts/${id}/return`, body)).status;
    expect(await send(two.id, given!)).toBe(422);
    expect(await send(one.id, { ...given, payment_id: 'pay_other' })).toBe(422);
    expect(await send('pi_unknown', given!)).toBe(404);
    const stranger = await Payer.of(app, (await givenShop(app)).client);
    expect((await stranger.browser.call('get', `checkouts/${one.id}`)).status).toBe(404);
    expect(await payer.state(one)).toBe('open');
    await checkIntents(app);
    expect(await payer.state(one)).toBe('open');
  });

  it('names every field of a return that is missing, invalid or unknown', async () => {
    const checkout = await payer.open([await place()]);
    const { given } = await payer.payAt(checkout);
    const refused = async (body: object) => {
      const answer = await payer.browser.call('post', `checkouts/${checkout.id}/return`, body);
      const errors = answer.body.errors!.map(({ field, code }) => `${field} ${code}`);
      return [answer.status, answer.body.code, ...errors];
    };
    expect(await refused({})).toEqual([
      ...[422, 'validation_failed', 'order_id required', 'payment_id required'],
      'signature required',
    ]);
    expect(await refused({ ...given, payment_id: 5, signature: 'x'.repeat(65) })).toEqual([
      ...[422, 'validation_failed', 'payment_id string_expected', 'signature too_long'],
    ]);
    expect(await refused({ ...given, bank: 'HDFC' })).toEqual([
      ...[422, 'unknown_field', 'bank unknown_field'],
    ]);
    expect(await payer.state(checkout)).toBe('open');
  });
});
