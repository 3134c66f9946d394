import { assertNotPersonal } from './personal-password.js';

const KNOWN = ['asha.verma@asha-home.example', 'Asha Verma', 'Asha Home Décor', null];

describe('assertNotPersonal', () => {
  const check = (password: string) => () => assertNotPersonal(password, 'password', KNOWN);

  it.each([
    'asha.verma@asha-home.example',
    'AshaVerma2026!',
    'asha-home-decor',
    'asha home décor 12',
    'VERMA!verma!1234567',
    'ashahomeashahome',
    'Asha-Verma-Asha-Home-1',
  ])('refuses %s', (password) => {
    let thrown: unknown;
    try {
      check(password)();
    } catch (error) {
      thrown = error;
    }
    const field = expect.objectContaining({ field: 'password', code: 'too_personal' }) as unknown;
    expect(thrown).toMatchObject({ code: 'validation_failed', fields: [field] });
  });

  it.each(['correct horse battery staple', 'asha rides a purple bicycle', 'पासवर्ड बहुत लंबा है'])(
    'accepts %s',
    (password) => {
      expect(check(password)).not.toThrow();
    },
  );

  it('does not mind short words and blank texts', () => {
    expect(() =>
      assertNotPersonal('an abacus at noon', 'password', ['', 'a b', null]),
    ).not.toThrow();
  });
});
