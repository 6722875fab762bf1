import { numeral } from '../../lib/numeral.ts'

/** A number of bytes as text, in kB or MB. */
export const sizeOf = (bytes: number): string =>
  bytes < 2 ** 20 ? `${numeral(Math.ceil(bytes / 1024))} kB` : `${numeral(Math.ceil(bytes / 2 ** 20))} MB`
