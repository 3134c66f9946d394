import { setTimeout as sleep } from 'node:timers/promises';
import { allPages, statusesOf } from '../support/call.js';
import { givenClient, ISO_UTC } from '../support/shop/given.js';
import { rowLock, whileLocked } from '../support/database/locks.js';
import { givenShop, givenSuiteOfTwo, type Shop } from '../support/shop/shop.js';

const LIFETIME_SECONDS = 8;
const { one, two, admin, adminElsewhere } = await givenSuiteOfTwo();

/** Makes a store that calls another instance than the one with an operator's change. */
const givenStore = async (client: { expiresAt?: Date } = {}): Promise<Shop> =>
  (await givenShop(one, client)).at(two);

const statusFor = (store: Shop): Promise<number> => store.products.list().status();

describe('a token', () => {
  it('is shown when it is created, with its normalized domain', async () => {
    const { id } = await admin.clients.create();
    const domain = ' HTTPS://www.Asha-Home.example ';
    const { token, ...rest } = await admin.tokens.create(id, { domain });
    expect(token).toMatch(/^wso_[0-9A-Za-z]{49}$/);
    expect(rest).toEqual({
      id: expect.any(Number),
      mode: 'live',
      domain: 'asha-home.example',
      last4: token.slice(-4),
    });
  });

  it('is never shown again', async () => {
    const { id } = await admin.clients.create();
    const asked = { domain: 'once.example', expires_at: '2126-01-01T00:00Z' };
    const issued = await admin.tokens.create(id, asked);
    const rotated = await admin.tokens.rotate(issued.id);
    const { body, text } = await admin.tokens.list(id).expect(200);
    expect(body).toEqual({
      success: true,
      data: [
        {
          id: issued.id,
          client_id: id,
          mode: 'live',
          domain: 'once.example',
          last4: issued.last4,
          permissions: [],
          created_at: expect.stringMatching(ISO_UTC),
          expires_at: expect.stringMatching(ISO_UTC),
          revoked_at: null,
          last_used_at: null,
          last_used_from: null,
          last_used_country: null,
          made_by: null,
        },
        expect.objectContaining({ id: rotated.id, client_id: id, last4: rotated.last4 }),
      ],
      next_cursor: null,
    });
    const revoked = await admin.tokens.revoke(rotated.id).expect(200);
    for (const shown of [text, revoked.text]) expect(shown).not.toMatch(/wso_|hash/);
  });

  it("is listed, in pages, with its own client's tokens only", async () => {
    const { id } = await admin.clients.create();
    const other = await admin.clients.create();
    const own: number[] = [];
    for (let left = 3; left > 0; left -= 1) {
      own.push((await admin.tokens.create(id, { domain: 'own.example' })).id);
      await admin.tokens.create(other.id, { domain: 'other.example' });
    }
    const pages = await allPages(2, (page) => admin.tokens.list(id, page));
    const ids = pages.map((tokens) => tokens.map((token) => token.id));
    expect(ids).toEqual([own.slice(0, 2), own.slice(2)]);
  });
});

describe('finding tokens by their last characters', () => {
  it('finds those of all clients, test tokens too, in pages', async () => {
    const [first, second] = [await givenClient(one), await givenClient(one)];
    const test = await admin.tokens.create(second.id, { domain: 't.example', mode: 'test' });
    const ids = [first.tokenId, second.tokenId, test.id];
    await one.sql`UPDATE api_tokens SET last4 = 'Zz09' WHERE id = ANY(${ids})`;
    const pages = await allPages(2, (page) => admin.tokens.find({ last4: 'Zz09', ...page }));
    expect(pages.flat()).toMatchObject([
      { id: first.tokenId, client_id: first.id, mode: 'live', last_used_at: null },
      { id: second.tokenId, client_id: second.id, mode: 'live' },
      { id: test.id, client_id: second.id, mode: 'test' },
    ]);
    expect((await admin.tokens.find({ last4: 'zz09' })).data).toEqual([]);
    const all = await allPages(500, (page) => admin.tokens.find(page));
    expect(all.flat().map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });
});

describe('rotating a token', () => {
  it('issues one for another domain if given, in normalized form', async () => {
    const store = await givenStore();
    const { tokenId } = store.client;
    const domain = `moved-${tokenId}.example`;
    const rotated = await admin.tokens.rotate(tokenId, {
      domain: `https://www.${domain.toUpperCase()}`,
      overlap_seconds: 3_600,
    });
    expect(rotated.domain).toBe(domain);
    expect(await statusFor(store)).toBe(200);
    expect(await statusFor(store.withToken(rotated.token))).toBe(403);
    expect(await statusFor(store.withToken(rotated.token, domain))).toBe(200);
    const invalid = admin.tokens.rotate(rotated.id, { domain: 'no host' });
    await invalid.expectProblems('domain invalid_domain');
    expect(await statusFor(store.withToken(rotated.token, domain))).toBe(200);
  });

  it('ends the old token immediately, and issues one for the same domain', async () => {
    const store = await givenStore();
    const { tokenId, domain } = store.client;
    const rotated = await admin.tokens.rotate(tokenId);
    expect(rotated.id).not.toBe(tokenId);
    expect(rotated.domain).toBe(domain);
    expect(rotated.last4).toBe(rotated.token.slice(-4));
    expect(await statusFor(store)).toBe(401);
    expect(await statusFor(store.withToken(rotated.token))).toBe(200);
  });

  it('keeps both tokens working while they overlap', async () => {
    const store = await givenStore();
    const overlap = { overlap_seconds: LIFETIME_SECONDS };
    const { token } = await admin.tokens.rotate(store.client.tokenId, overlap);
    expect(await statusFor(store)).toBe(200);
    expect(await statusFor(store.withToken(token))).toBe(200);
    await sleep(LIFETIME_SECONDS * 1_000 + 100);
    expect(await statusFor(store)).toBe(401);
    expect(await statusFor(store.withToken(token))).toBe(200);
  });

  it('extends neither token beyond the old expiry', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { id, tokenId } = await givenClient(one, { expiresAt });
    await admin.tokens.rotate(tokenId, { overlap_seconds: 3_600 });
    const expiry = { expires_at: expiresAt.toISOString() };
    expect((await admin.tokens.list(id)).data).toMatchObject([expiry, expiry]);
  });

  it('is refused for a token that has ended', async () => {
    const rotated = await givenClient(one);
    await admin.tokens.rotate(rotated.tokenId);
    const revoked = await givenClient(one);
    await admin.tokens.revoke(revoked.tokenId);
    const expired = await givenClient(one, { expiresAt: new Date(Date.now() - 1_000) });
    for (const { tokenId } of [rotated, revoked, expired]) {
      await admin.tokens.rotate(tokenId).expectRefusal(409, 'token_ended', { success: false });
    }
  });

  it('is refused for a token that ends while the request waits for a lock', async () => {
    const { tokenId } = await givenClient(one);
    const lock = rowLock('api_tokens', tokenId);
    const before = `UPDATE api_tokens SET expires_at = clock_timestamp() WHERE id = ${tokenId}`;
    const rotate = () => admin.tokens.rotate(tokenId).status();
    expect(await whileLocked(one, { lock, waiting: 1, before }, rotate)).toBe(409);
  });

  it('issues one token for many concurrent requests', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { tokenId } = await givenClient(one);
      const calls = Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? admin : adminElsewhere).tokens.rotate(tokenId, {
          overlap_seconds: 60 * (index + 1),
        }),
      );
      expect(await statusesOf(...calls)).toEqual([201, ...Array<number>(7).fill(409)]);
    }
  });
});

describe('revoking a token', () => {
  it('ends that token immediately, and no other', async () => {
    const store = await givenStore();
    const { id, domain, tokenId } = store.client;
    const other = await admin.tokens.create(id, { domain });
    expect(await statusFor(store)).toBe(200);
    expect(await admin.tokens.revoke(tokenId)).toMatchObject({
      id: tokenId,
      revoked_at: expect.stringMatching(ISO_UTC),
    });
    expect(await statusFor(store)).toBe(401);
    expect(await statusFor(store.withToken(other.token))).toBe(200);
  });

  it('changes nothing the second time', async () => {
    const { tokenId } = await givenClient(one);
    const first = await admin.tokens.revoke(tokenId);
    expect(await adminElsewhere.tokens.revoke(tokenId)).toEqual(first);
  });
});
