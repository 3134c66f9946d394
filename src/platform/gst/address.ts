// No imports: the web application reads this file too.

/** An address in India, as tax documents print it. Lengths are those of the tax office. */
export interface Address {
  line1: string;
  line2: string | null;
  place: string;
  /** Code of the state: two digits. */
  state: string;
  /** Six digits. */
  pincode: string;
}

/** Longest line of an address. */
export const ADDRESS_LINE_LENGTH = 100;
/** Shortest second line, and shortest place. */
export const ADDRESS_PART_MIN = 3;
export const PLACE_LENGTH = 50;
export const PINCODE = /^[1-9][0-9]{5}$/;
