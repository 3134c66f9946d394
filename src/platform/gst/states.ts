// No imports: the web application reads this table too.

/** A state or union territory of India. */
export interface State {
  /** Two digits, which begin its GSTINs. */
  code: string;
  name: string;
  /** First three digits of its PIN codes, as ranges `[first, last]`. */
  pins: readonly (readonly [number, number])[];
  /** True for union territories without a legislature: the state's half of the tax is called UTGST. */
  isUnionTerritory?: boolean;
  /** True for codes that appear in old GSTINs, but not in new addresses. */
  isFormer?: boolean;
}

/** The states by code, as the tax office lists them. */
export const STATES: readonly State[] = [
  { code: '01', name: 'Jammu and Kashmir', pins: [[180, 194]] },
  { code: '02', name: 'Himachal Pradesh', pins: [[171, 177]] },
  { code: '03', name: 'Punjab', pins: [[140, 160]] },
  { code: '04', name: 'Chandigarh', pins: [[160, 160]], isUnionTerritory: true },
  { code: '05', name: 'Uttarakhand', pins: [[244, 263]] },
  { code: '06', name: 'Haryana', pins: [[121, 136]] },
  { code: '07', name: 'Delhi', pins: [[110, 110]] },
  { code: '08', name: 'Rajasthan', pins: [[301, 345]] },
  { code: '09', name: 'Uttar Pradesh', pins: [[201, 285]] },
  { code: '10', name: 'Bihar', pins: [[800, 855]] },
  { code: '11', name: 'Sikkim', pins: [[737, 737]] },
  { code: '12', name: 'Arunachal Pradesh', pins: [[790, 792]] },
  { code: '13', name: 'Nagaland', pins: [[797, 798]] },
  { code: '14', name: 'Manipur', pins: [[795, 795]] },
  { code: '15', name: 'Mizoram', pins: [[796, 796]] },
  { code: '16', name: 'Tripura', pins: [[799, 799]] },
  { code: '17', name: 'Meghalaya', pins: [[793, 794]] },
  { code: '18', name: 'Assam', pins: [[781, 788]] },
  { code: '19', name: 'West Bengal', pins: [[700, 743]] },
  { code: '20', name: 'Jharkhand', pins: [[813, 835]] },
  { code: '21', name: 'Odisha', pins: [[751, 770]] },
  { code: '22', name: 'Chhattisgarh', pins: [[490, 497]] },
  { code: '23', name: 'Madhya Pradesh', pins: [[450, 488]] },
  { code: '24', name: 'Gujarat', pins: [[360, 396]] },
  { code: '25', name: 'Daman and Diu', pins: [], isUnionTerritory: true, isFormer: true },
  {
    code: '26',
    name: 'Dadra and Nagar Haveli and Daman and Diu',
    pins: [
      [362, 362],
      [396, 396],
    ],
    isUnionTerritory: true,
  },
  { code: '27', name: 'Maharashtra', pins: [[400, 445]] },
  { code: '28', name: 'Andhra Pradesh (before 2014)', pins: [], isFormer: true },
  { code: '29', name: 'Karnataka', pins: [[560, 591]] },
  { code: '30', name: 'Goa', pins: [[403, 403]] },
  { code: '31', name: 'Lakshadweep', pins: [[682, 682]], isUnionTerritory: true },
  { code: '32', name: 'Kerala', pins: [[670, 695]] },
  { code: '33', name: 'Tamil Nadu', pins: [[600, 643]] },
  {
    code: '34',
    name: 'Puducherry',
    pins: [
      [533, 533],
      [605, 605],
      [607, 607],
      [609, 609],
      [673, 673],
    ],
  },
  { code: '35', name: 'Andaman and Nicobar Islands', pins: [[744, 744]], isUnionTerritory: true },
  { code: '36', name: 'Telangana', pins: [[500, 509]] },
  { code: '37', name: 'Andhra Pradesh', pins: [[500, 535]] },
  { code: '38', name: 'Ladakh', pins: [[194, 194]], isUnionTerritory: true },
  { code: '97', name: 'Other Territory', pins: [], isUnionTerritory: true },
];

const BY_CODE = new Map(STATES.map((state) => [state.code, state]));

/** States that an address can be in. */
export const ADDRESS_STATES = STATES.filter(({ isFormer }) => !isFormer);

export function findState(code: string): State | null {
  return BY_CODE.get(code) ?? null;
}

/** Returns the name of a state with a known code. */
export function stateName(code: string): string {
  const state = findState(code);
  if (state === null) throw new Error(`There is no state ${code}`);
  return state.name;
}

/** Returns true if a PIN code begins like those of a state. */
export function hasPincode({ pins }: State, pincode: string): boolean {
  const start = Number(pincode.slice(0, 3));
  return pins.some(([first, last]) => start >= first && start <= last);
}

/** Finds the only state whose PIN codes begin like one; null: none, or several. */
export function stateOfPincode(pincode: string): State | null {
  const near = ADDRESS_STATES.filter((each) => hasPincode(each, pincode));
  return near.length === 1 ? near[0]! : null;
}
