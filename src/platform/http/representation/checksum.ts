import { crc32 } from 'node:zlib';

/** The polynomial of CRC-32 (RFC 1952, section 8), its lowest term in the highest bit. */
const POLYNOMIAL = 0xedb88320;
/** The polynomial x⁰ in this order of bits. */
const ONE = 0x80000000;

/** CRC-32 of some bytes, and the data needed to append it to others. */
export interface Checksum {
  crc: number;
  /** x to the power of the number of bits, modulo the polynomial: multiplies the checksum of what stands before. */
  shift: number;
}

export function checksumOf(bytes: Uint8Array): Checksum {
  return { crc: crc32(bytes), shift: powerOfX(bytes.length * 8) };
}

/**
 * Combines the CRC-32 of consecutive texts into that of the whole, without reading their bytes again. The arithmetic is that of crc32_combine in zlib's crc32.c (Mark Adler): multiplication of polynomials over GF(2).
 */
export function joinedChecksum(checksums: Iterable<Checksum>): number {
  let joined = 0;
  for (const { crc, shift } of checksums) joined = product(shift, joined) ^ crc;
  return joined >>> 0;
}

/** Computes the product of two polynomials, modulo that of CRC-32. */
function product(a: number, b: number): number {
  let sum = 0;
  let shifted = b;
  for (let rest = a | 0; rest !== 0; rest <<= 1) {
    if (rest < 0) sum ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return sum;
}

/** Computes x to a power, modulo the polynomial of CRC-32. */
function powerOfX(exponent: number): number {
  let power = ONE;
  let square = ONE >>> 1;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = product(square, power);
    square = product(square, square);
  }
  return power;
}
