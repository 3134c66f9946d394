// Names as people write them: spelling: off
import { addressWarning, stateOfAddress } from './read-state.js';
import { ADDRESS_STATES } from './states.js';

describe('the state of an address', () => {
  it.each([
    ['29', '29 | KA | IN-KA | karnatka | Karnataka State | Karnataka, India | 29-Karnataka'],
    ['29', 'KARNATAKA (KA) | State of Karnataka'],
    ['07', '7 | New Delhi | NCT of Delhi | Delhi (NCR)'],
    ['21', 'Orissa | OR | OD'],
    ['05', 'Uttaranchal | Uttrakhand | UK'],
    ['34', 'Pondicherry | Puduchery'],
    ['26', 'Daman & Diu | Dadra and Nagar Haveli | 25'],
    ['01', 'J&K | Jammu & Kashmir | Jammu-Kashmir'],
    ['33', 'Tamilnadu'],
    ['22', 'Chattisgarh'],
    ['36', 'Telengana'],
    ['27', 'Maharastra'],
    ['37', 'Andhra | 28'],
    [null, 'Kannur | Manipal | - | कर्नाटक'],
  ])('is %s for %s', (code, texts) => {
    for (const text of texts.split(' | '))
      expect([text, stateOfAddress(text, '')]).toEqual([text, code]);
  });

  it('is found by each name of the tax office', () => {
    for (const { code, name } of ADDRESS_STATES) expect(stateOfAddress(name, '')).toBe(code);
  });

  it('is that of the PIN code where no state is named and one alone has it', () => {
    expect(stateOfAddress('South', '560001')).toBe('29');
    expect(stateOfAddress('South', '403001')).toBeNull();
  });
});

describe('the warning about an address', () => {
  const of = (state: string, pincode: string, country = 'India') =>
    addressWarning({ state, pincode, country });

  it('says which state is not understood, and which PIN code is of another one', () => {
    expect(of('Karnataka', '560001')).toBeNull();
    expect(of('Atlantis', '560001')).toBe('state_unknown');
    expect(of('Kerala', '560001')).toBe('pincode_of_other_state');
  });

  it('says nothing of places in two states, the army, other countries and addresses without a state', () => {
    expect([of('Goa', '403001'), of('Maharashtra', '403001')]).toEqual([null, null]);
    expect(of('Punjab', '900056')).toBeNull();
    expect(of('Ontario', 'K1A 0B1', 'Canada')).toBeNull();
    expect(of('', '560001')).toBeNull();
  });
});
