/** Whole numbers of any size, given as digits, as people read them. */

import { count } from "../format";

/** All digits while they can be read, otherwise the first ones and a power of ten. */
export function large(digits: string): string {
  if (digits.length <= 9) return count(digits);
  const power = [...String(digits.length - 1)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? "").join("");
  return `${digits[0]}.${digits.slice(1, 3)}×10${power}`;
}
