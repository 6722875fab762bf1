import { refused } from './errors.ts'

/** An amount in PayPal's form. Elsewhere in the simulator, an amount is in cents. */
export type Money = { currency_code: string; value: string }

/** PayPal's currencies: https://developer.paypal.com/api/rest/reference/currency-codes/ */
const WITH_DECIMALS = 'AUD BRL CAD CNY CZK DKK EUR HKD ILS MYR MXN NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' ')
const WITHOUT_DECIMALS = ['HUF', 'JPY', 'TWD']

/** Throws PayPal's refusal with the name of the field if the amount is not valid. */
export function centsOf({ currency_code, value }: Money, field: string) {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)
  if (!parts) throw refused('INVALID_PARAMETER_SYNTAX', { field })
  const [, minus, whole = '', fraction = ''] = parts
  if (![...WITH_DECIMALS, ...WITHOUT_DECIMALS].includes(currency_code))
    throw refused('INVALID_CURRENCY_CODE', { field: field.replace(/value$/, 'currency_code') })
  if (fraction && WITHOUT_DECIMALS.includes(currency_code)) throw refused('DECIMALS_NOT_SUPPORTED', { field })
  if (fraction.length > 2) throw refused('DECIMAL_PRECISION', { field })
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  if (minus) throw refused('CANNOT_BE_ZERO_OR_NEGATIVE', { field })
  if (cents > Number.MAX_SAFE_INTEGER) throw refused('MAX_VALUE_EXCEEDED', { field })
  return cents
}

export function money(currency_code: string, cents: number): Money {
  const sign = cents < 0 ? '-' : ''
  if (WITHOUT_DECIMALS.includes(currency_code)) return { currency_code, value: String(Math.round(cents / 100)) }
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return { currency_code, value: `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` }
}
