import { numeral } from '../../lib/numeral.ts'

export const sizeOf = (bytes: number): string =>
  bytes < 2 ** 20 ? `${numeral(Math.ceil(bytes / 1024))} kB` : `${numeral(Math.ceil(bytes / 2 ** 20))} MB`
