import { qrPng } from '../../../src/dashboard/messages/qr-png.js';
import type { Mail } from '../../../src/platform/mail/mail.js';
import { bank, startBankSuite, utr } from '../../support/money/bank.js';
import { Messages } from '../../support/money/messages.js';
import { app, place, shop } from '../../support/money/suite.js';
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
    const reference = `CL${String(client.id).padStart(6, '0')}`;
    const { suggestion } = await bank.givenLine(45, `UPI/${await placeByPhone()}/${reference}`);
    expect(suggestion).toMatchObject({ reason: 'names_clients', client_id: null });
  });
});
