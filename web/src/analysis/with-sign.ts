import { numeral } from '../lib/numeral.ts'

/** Such as "+ $5.00". `text` writes the absolute value. */
export const withSign = (text: (value: number) => string, value: number) =>
  value === 0 ? text(0) : `${value > 0 ? '+' : '−'} ${text(Math.abs(value))}`

/** The difference of two percentages. */
export const points = (value: number) => (value === 1 ? '1 point' : `${numeral(value)} points`)
