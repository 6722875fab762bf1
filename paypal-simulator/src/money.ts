import { PaypalError } from './errors.ts'

/** An amount as PayPal writes it; inside the simulator money is integer cents. */
export type Money = { currency_code: string; value: string }

const largestCents = 999_999_999

/** Cents of a decimal text, or PayPal's refusal naming the field. */
export function centsOf({ value }: Money, field: string) {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)
  if (!parts) throw new PaypalError('INVALID_PARAMETER_SYNTAX', { field })
  const [, minus, whole = '', fraction = ''] = parts
  if (fraction.length > 2) throw new PaypalError('DECIMAL_PRECISION', { field })
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  if (minus) throw new PaypalError('CANNOT_BE_ZERO_OR_NEGATIVE', { field })
  if (cents > largestCents) throw new PaypalError('INVALID_PARAMETER_VALUE', { field })
  return cents
}

export function money(currency_code: string, cents: number): Money {
  const sign = cents < 0 ? '-' : ''
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return { currency_code, value: `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` }
}
