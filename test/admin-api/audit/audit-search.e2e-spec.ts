import { Admin } from '../../support/shop/admin.js';
import { TestApp } from '../../support/app.js';
import { allPages } from '../../support/call.js';
import { givenPlan } from '../../support/shop/given.js';

const OLD = 'user 7 <old@shop.example>';
const NEW = 'user 7 <new@shop.example>';
const OTHER = 'user 71 <a@b.example>';

const app = await TestApp.start();
const admin = new Admin(app);
const { code } = await givenPlan(app);
const subject = `plan ${code}`;
await admin.plans.change(code, { name: 'Renamed' });
for (const [index, actor] of [OLD, NEW, OTHER].entries()) {
  await app.dataSource.query(
    `INSERT INTO audit_entries (at, actor, action, subject) VALUES ($1, $2, 'plan.updated', $3)`,
    [`2026-03-0${index + 1}T00:00:00.000001Z`, actor, subject],
  );
}
await givenPlan(app);

describe('searching the audit log', () => {
  /** Lists the actors of the entries that are found, read two at a time. */
  const actors = async (query: Record<string, string>): Promise<string[]> => {
    const pages = await allPages(2, (page) => admin.audit.list({ subject, ...query, ...page }));
    return pages.flat().map(({ actor }) => actor);
  };

  it('finds what was done to one subject, newest first', async () => {
    expect(await actors({})).toEqual(['operator', 'service', OTHER, NEW, OLD]);
    expect(await actors({ subject: 'plan' })).toEqual([]);
  });

  it('finds what one actor did, a user under any former e-mail address', async () => {
    expect(await actors({ actor: 'operator' })).toEqual(['operator']);
    expect(await actors({ actor: 'user 7' })).toEqual([NEW, OLD]);
    expect(await actors({ actor: OLD })).toEqual([NEW, OLD]);
    expect(await actors({ actor: 'user' })).toEqual([]);
  });

  it('finds what was done from a time on, and before another', async () => {
    const second = '2026-03-02T00:00:00Z';
    expect(await actors({ actor: 'user 7', from: second })).toEqual([NEW]);
    expect(await actors({ actor: 'user 7', to: second })).toEqual([OLD]);
    expect(await admin.audit.list({ from: 'noon' }).problems()).toEqual(['from instant_expected']);
  });

  it('exports the matches as a file', async () => {
    const query = `subject=${encodeURIComponent(subject)}&actor=user%207`;
    expect(await admin.csvText(`audit/export?${query}`)).toBe(
      'at,actor,action,subject,before,after,request_id\r\n' +
        `2026-03-02T00:00:00.000Z,${NEW},plan.updated,${subject},,,\r\n` +
        `2026-03-01T00:00:00.000Z,${OLD},plan.updated,${subject},,,\r\n`,
    );
  });

  it('is read-only', async () => {
    for (const method of ['post', 'put', 'patch', 'delete'] as const) {
      await app.admin(method, 'audit', {}).expect(405);
      await app.admin(method, 'audit/1', {}).expect(404);
    }
  });
});
