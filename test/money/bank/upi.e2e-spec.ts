import { qrPng } from '../../../src/dashboard/messages/qr-png.js';
import type { Mail } from '../../../src/platform/mail/mail.js';
import { orderLock, statusesWhileLocked } from '../../support/database/locks.js';
import { bank, claim, startBankSuite, utr } from '../../support/money/bank.js';
import { Messages } from '../../support/money/messages.js';
import { app, balance, place, shop } from '../../support/money/suite.js';
import { givenProduct, orderBody, unique } from '../../support/shop/given.js';
import { givenMember, TestBrowser } from '../../support/shop/people.js';
import { givenShop } from '../../support/shop/shop.js';

startBankSuite();

const UPI = 'indigo@upi';
const putAddress = async (upi_address: string | null): Promise<void> => {
  await bank.accounts.change((await bank.accounts.default()).id, { upi_address });
};
const addressForClients = async () => {
  const browser = await TestBrowser.ofMember(app, shop.client, 'member');
  const { body } = await browser.call('get', 'bank-account');
  return (body.data as { upi_address: string | null }).upi_address;
};
const placeByPhone = async (): Promise<string> => {
  const { sku } = await givenProduct(app);
  const body = orderBody({ sku, quantity: 1 }, { expected_total: 110 });
  return (await bank.phoneOrders.place(shop.client.id, body)).order_number;
};

describe('the UPI address of a bank account', () => {
  it.each(['indigo', '@upi', 'indigo@', 'in go@upi', 'indigo@upi.bank', 'a@b@c'])(
    'is not %s',
    async (upi_address) => {
      const wrong = bank.accounts.add({ name: unique('UPI'), upi_address });
      await wrong.expectProblems('upi_address invalid_upi');
    },
  );

  it('is shown to clients if the account is the default one', async () => {
    expect(await addressForClients()).toBeNull();
    await bank.accounts.add({ name: unique('Other'), upi_address: 'other@upi' });
    await putAddress('indigo.2@upi');
    expect(await addressForClients()).toBe('indigo.2@upi');
    await putAddress(null);
    expect(await addressForClients()).toBeNull();
  });
});

describe('the mail of an order that staff placed for a client', () => {
  it('goes to owners with the QR code and the link of a payment by UPI, unless the order was paid', async () => {
    const messages = new Messages(app);
    const owner = await givenMember(app, shop.client);
    await givenMember(app, shop.client, 'member');
    const mailed = async (): Promise<Mail[]> => {
      await messages.letPass(6);
      return (await messages.deliver()).filter(({ to }) => to === owner.email);
    };
    await putAddress(UPI);
    const [order, paid] = [await placeByPhone(), await placeByPhone()];
    await place();
    await bank.orders.pay(paid);
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('1 order was placed for you');
    expect(mail!.text).not.toContain(paid);
    const reference = `CL${String(shop.client.id).padStart(6, '0')}`;
    const link = /upi:\/\/pay\?pa=indigo@upi&pn=\S+/.exec(mail!.text)![0];
    expect(link.endsWith(`&am=110.00&cu=INR&tn=${reference}%20${order}`)).toBe(true);
    const picture = { contentType: 'image/png', cid: 'upi-payment', content: qrPng(link) };
    expect(mail!.attachments).toEqual([{ filename: 'upi-payment.png', ...picture }]);
    expect(mail!.html).toContain('src="cid:upi-payment"');
    expect(mail!.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);

    await putAddress(null);
    await placeByPhone();
    await messages.letPass(60);
    const [, plain] = await mailed();
    expect(plain!.text).not.toContain('upi:');
    expect(plain!.attachments).toEqual([]);
  });
});

describe('a payment whose remark has the number of an order', () => {
  it('names the client of the order, also without the hyphen', async () => {
    const order = await placeByPhone();
    for (const written of [order, order.replace('-', ' '), order.replace('-', '').toLowerCase()]) {
      const { suggestion } = await bank.givenLine(45, `UPI/${utr()}/${written}/upi`);
      expect(suggestion).toMatchObject({ reason: 'names_client', client_id: shop.client.id });
    }
  });

  it('names no one client if it has the payment reference of another one', async () => {
    const { client } = await givenShop(app);
    const digits = String(client.id).padStart(6, '0');
    for (const reference of [`CL${digits}`, `CL ${digits}`]) {
      const { suggestion } = await bank.givenLine(45, `UPI/${await placeByPhone()}/${reference}`);
      expect(suggestion).toMatchObject({ reason: 'names_clients', client_id: null });
    }
  });

  it('pays the order from an equal or a higher amount, once, and the wallet gets the rest', async () => {
    for (const more of [0, 40]) {
      const [order, before] = [await shop.placeNew(), await balance()];
      const { total } = await bank.orders.get(order);
      const { id, suggestion } = await bank.givenLine(total! + more, `NEFT ${order}`);
      const named = { client_id: shop.client.id, order_number: order };
      expect(suggestion).toMatchObject({ reason: 'names_client', ...named });
      await bank.lines.credit(id, shop.client.id, { orders: [order] });
      await bank.lines.credit(id, shop.client.id, { orders: [order] });
      expect((await bank.orders.get(order)).status).toBe('pending');
      expect(await balance()).toBe(before + more);
      const { data } = await bank.receipts.list({ client_id: shop.client.id });
      expect(data[0]).toMatchObject({ paid: [order], credited: more });
    }
  });

  it('does not pay the order if it costs more, and does not suggest to', async () => {
    const order = await shop.placeNew();
    const { id, suggestion } = await bank.givenLine(45, `NEFT ${order}`);
    expect(suggestion).toMatchObject({ client_id: shop.client.id, order_number: null });
    await bank.lines.credit(id, shop.client.id, { orders: [order] });
    expect((await bank.orders.get(order)).status).toBe('awaiting_payment');
    expect(await balance()).toBe(45);
  });

  it('pays the order once if two lines are credited at the same time', async () => {
    const order = await shop.placeNew();
    const { total = 0 } = await bank.orders.get(order);
    const lines = [await bank.givenLine(total + 1), await bank.givenLine(total + 2)];
    const calls = lines.map(({ id }) => bank.lines.credit(id, shop.client.id, { orders: [order] }));
    expect(await statusesWhileLocked(app, orderLock(order), calls)).toEqual([200, 200]);
    expect(await balance()).toBe(total + 3);
  });

  it('pays it before the orders of a claim that its line confirms', async () => {
    const [given, claimed] = [await shop.placeNew(), await shop.placeNew()];
    const { total } = await bank.orders.get(given);
    const { id, reference } = await bank.givenLine(total!);
    await claim({ utr: reference, amount: total, order_numbers: [claimed] });
    await bank.lines.credit(id, shop.client.id, { orders: [given] });
    const orders = await Promise.all([given, claimed].map((each) => bank.orders.get(each)));
    expect(orders.map(({ status }) => status)).toEqual(['pending', 'awaiting_payment']);
  });

  it('pays no order of another client, and none if the money is recorded already', async () => {
    const other = await givenShop(app);
    const [own, theirs] = [await shop.placeNew(), await other.placeNew()];
    const { id } = await bank.givenLine(500, `NEFT ${theirs}`);
    const wrong = bank.lines.credit(id, shop.client.id, { orders: [own, theirs] });
    await wrong.expectProblems('orders.1 unknown_order');
    const { id: same } = await bank.receipts.record(shop.client.id, 500, { reference: 'BY-HAND' });
    const same_as = { kind: 'receipt', id: same };
    const linked = bank.lines.credit(id, shop.client.id, { orders: [own], same_as });
    await linked.expectRefusal(409, 'bank_line_refused');
    expect(await bank.lines.credit(id, shop.client.id, { orders: [own, own] }).status()).toBe(422);
    expect((await bank.orders.get(own)).status).toBe('awaiting_payment');
  });
});
