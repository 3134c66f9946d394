import { ClientAdministrationService } from '../../src/dashboard/clients/client-administration.service.js';
import { Admin } from '../support/shop/admin.js';
import { allPages } from '../support/call.js';
import { givenPlan, ISO_UTC } from '../support/shop/given.js';
import { rowLock, statusesWhileLocked } from '../support/database/locks.js';
import { givenTwoApps } from '../support/app.js';
const { one, two } = await givenTwoApps();
const [admin, adminElsewhere] = [new Admin(one), new Admin(two)];

describe('clients', () => {
  it('are created without a subscription and without money', async () => {
    const sent = { name: '  Asha Home  ', email: ' orders@asha.example ' };
    const { body } = await admin.clients.create(sent).expect(201);
    const data = {
      id: expect.any(Number),
      name: 'Asha Home',
      email: 'orders@asha.example',
      created_at: expect.stringMatching(ISO_UTC),
      subscription: null,
      wallet_balance: 0,
      debt: 0,
      credit_used: 0,
      max_reserved_units: null,
      max_open_value: null,
      tax_deducted_rate: null,
      billing_address: null,
      billing: null,
      gstin: null,
      sez: null,
    };
    expect(body).toEqual({ success: true, data });
    const { id } = (body as { data: { id: number } }).data;
    expect((await adminElsewhere.clients.get(id).expect(200)).body).toEqual(body);
  });

  it('are shown with their subscription, and whether it is live', async () => {
    const { id } = await admin.clients.create();
    const { code: plan } = await givenPlan(one);
    const subscribe = async (subscription: object): Promise<unknown> => {
      await admin.clients.subscribe(id, { plan, status: 'active', ...subscription });
      return (await admin.clients.get(id)).subscription;
    };
    const century = { starts_at: '2026-01-01T00:00:00+05:30', ends_at: '2126-01-01T00:00:00Z' };
    expect(await subscribe(century)).toEqual({
      plan,
      status: 'active',
      starts_at: '2025-12-31T18:30:00.000Z',
      ends_at: '2126-01-01T00:00:00.000Z',
      grace_ends_at: null,
      live: true,
    });
    const past = { starts_at: '2020-01-01T00:00:00Z', ends_at: '2021-01-01T00:00:00Z' };
    expect(await subscribe(past)).toMatchObject({ status: 'active', live: false });
    expect(await subscribe({ status: 'past_due' })).toMatchObject({
      ends_at: null,
      live: true,
      grace_ends_at: expect.stringMatching(ISO_UTC),
    });
    const suspended = { live: false, grace_ends_at: null };
    expect(await subscribe({ status: 'suspended' })).toMatchObject(suspended);
  });

  it('change only given fields; null and blank count as not given', async () => {
    const { id, email } = await admin.clients.create();
    const renamed = await admin.clients.change(id, { name: 'Other' });
    expect(renamed).toMatchObject({ id, name: 'Other', email });
    const changed = 'changed@client.example';
    await admin.clients.change(id, { email: changed });
    await admin.clients.change(id, { name: null, email: ' ' });
    expect(await adminElsewhere.clients.get(id)).toMatchObject({ name: 'Other', email: changed });
  });

  it('are listed in pages, each once, by id', async () => {
    const added: number[] = [];
    for (let left = 5; left > 0; left -= 1) added.push((await admin.clients.create()).id);
    const ids = (await allPages(2, admin.clients.list)).flat().map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(ids.slice(-5)).toEqual(added);
    expect((await admin.clients.list({ limit: ids.length })).next_cursor).toBeNull();
  });

  it('are fifty per page by default', async () => {
    for (let left = 51; left > 0; left -= 1) {
      await one
        .service(ClientAdministrationService)
        .createClient({ name: 'Many', email: `many-${left}@client.example` });
    }
    const page = await admin.clients.list();
    expect(page.data).toHaveLength(50);
    expect(page.next_cursor).not.toBeNull();
  });
});

describe('clients as recipients of tax documents', () => {
  it('have a GSTIN, an address in its state, and a special economic zone', async () => {
    const address = { line1: 'Plot 5', line2: 'Market Yard', place: 'Pune', pincode: '411004' };
    const party = {
      gstin: '27AAPFU0939F1ZV',
      sez: 'with_payment',
      billing: { ...address, state: '27' },
    };
    const created = await admin.clients.create(party);
    expect(created).toMatchObject(party);
    const { id, name } = created;
    const change = (body: object) => admin.clients.change(id, body);
    const elsewhere = { ...address, state: '29' };
    for (const body of [{ billing: elsewhere }, { gstin: '29AAPFU0939F1ZR' }]) {
      await change(body).expectProblems('gstin gstin_state');
      await admin.clients.create({ ...party, ...body }).expectProblems('gstin gstin_state');
    }
    await change({ gstin: null }).expectProblems('gstin required');
    const renamed = await change({ name: 'Renamed', gstin: ' ' });
    expect(renamed).toMatchObject({ ...party, name: 'Renamed' });
    const moved = { gstin: null, sez: null, billing: elsewhere };
    expect(await change({ ...moved, name })).toMatchObject(moved);
    expect(await change({ billing: null })).toMatchObject({ billing: null });
  });

  it('have a GSTIN as it is printed, with blanks, dashes and what a copy brings along', async () => {
    const { id } = await admin.clients.create();
    for (const gstin of ['29 AAPFU 0939 F 1ZR', '29-aapfu0939f–1ZR', '29AAPFU0939F1ZR\u200B']) {
      expect(await admin.clients.change(id, { gstin })).toMatchObject({ gstin: '29AAPFU0939F1ZR' });
      await admin.clients.change(id, { gstin: null });
    }
    await admin.clients.change(id, { gstin: '29AAPFU0939F1ZRR' }).expectProblems('gstin too_long');
  });

  it('never have an address and a GSTIN of two states, also if both change at once', async () => {
    const { id } = await admin.clients.create();
    const address = { line1: 'Plot 5', place: 'Pune', pincode: '411004', state: '27' };
    const statuses = await statusesWhileLocked(one, rowLock('clients', id), [
      admin.clients.change(id, { billing: address }),
      adminElsewhere.clients.change(id, { gstin: '29AAPFU0939F1ZR' }),
    ]);
    expect(statuses.toSorted()).toEqual([200, 422]);
  });

  it('keep a GSTIN from before they were checked, but get no address with it', async () => {
    const { id } = await admin.clients.create();
    await one.sql`UPDATE clients SET gstin = '29ABCDE1234F1Z5' WHERE id = ${id}`;
    expect(await admin.clients.change(id, { name: 'Renamed' })).toMatchObject({ billing: null });
    const billing = { line1: 'Plot 5', place: 'Bengaluru', pincode: '560001', state: '29' };
    await admin.clients.change(id, { billing }).expectProblems('gstin invalid_gstin');
    await admin.clients.change(id, { billing, gstin: '29AAPFU0939F1ZR' });
  });
});

describe('clients have an e-mail address of their own', () => {
  it('a taken e-mail address is refused when a client is created or changed, in capitals as well', async () => {
    await admin.clients.create({ email: 'own@client.example' });
    const { id, email } = await admin.clients.create();
    for (const taken of ['own@client.example', 'OWN@Client.example']) {
      for (const call of [
        admin.clients.create({ email: taken }),
        admin.clients.change(id, { name: 'Other', email: taken }),
      ]) {
        const message = 'Another client has this e-mail address.';
        await call.expectRefusal(409, 'email_taken', { message });
      }
    }
    expect(await admin.clients.get(id)).toMatchObject({ email });
    const inCapitals = { email: email.toUpperCase() };
    expect(await admin.clients.change(id, inCapitals)).toMatchObject(inCapitals);
  });

  it('the test tokens of a client do not keep its former e-mail address from others', async () => {
    const { id, email } = await admin.clients.create();
    await admin.tokens.create(id, { domain: 'test.example', mode: 'test' });
    await admin.clients.change(id, { email: 'given-up@client.example' });
    await admin.clients.create({ email });
  });

  it('one of two clients created at the same moment gets the e-mail address', async () => {
    const email = 'at-once@client.example';
    const calls = [admin.clients.create({ email }), adminElsewhere.clients.create({ email })];
    const statuses = await statusesWhileLocked(one, 'LOCK TABLE clients IN SHARE MODE', calls);
    expect(statuses.toSorted()).toEqual([201, 409]);
  });
});
