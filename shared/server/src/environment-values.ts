import { LEAST_PASSWORD, MOST_PASSWORD } from '@shop/language/limits'
import * as z from 'zod'
import { certificatesIn } from './certificates-in.ts'
import { simulatedPayments } from './payments-account.ts'

export const whole = (from: number, to: number) => {
  const message = `enter a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(from, message).max(to, message))
}

const SWITCH: Readonly<Record<string, boolean>> = { on: true, true: true, off: false, false: false }
export const onOrOff = z
  .string()
  .refine((value) => Object.hasOwn(SWITCH, value), "enter 'on' or 'off'")
  .transform((value) => SWITCH[value] === true)

export const simulated = z
  .string()
  .transform((value) => (value === 'loopback' || !Object.hasOwn(SWITCH, value) ? value : String(SWITCH[value])))
  .pipe(z.enum(simulatedPayments, "enter 'on', 'off' or 'loopback'"))
  .default('false')

export const address = (message: string) => z.string().refine((value) => /^https?:$/.test(protocolOf(value)), message)
const protocolOf = (value: string) => (URL.canParse(value) ? new URL(value).protocol : '')
export function isPem(value: string) {
  try {
    return certificatesIn(value).length > 0
  } catch {
    return false
  }
}

export const isOrigin = (value: string) => /^https?:$/.test(protocolOf(value)) && new URL(value).origin === value

export const store = (scheme: string) =>
  z
    .string()
    .regex(new RegExp(`^(sqlite:|${scheme}(s|\\+\\w+)?://.)`), `enter ${scheme}://… or sqlite:`)
    .default('sqlite:')

export const oneAddress = z.string().refine(isOrigin, 'enter one address like http://rooms.internal:3001').optional()

export const list = z.string().transform((texts) => texts.split(',').map((text) => text.trim()))
export const addresses = list
  .refine((all) => all.every(isOrigin), 'enter addresses like http://rooms.internal:3001, separated by commas')
  .default([])
export const origins = list.refine(
  (all) => all.every(isOrigin),
  'enter origins like https://shop.example, separated by commas',
)

export const password = z
  .string()
  .min(LEAST_PASSWORD, `at least ${LEAST_PASSWORD} characters`)
  .max(MOST_PASSWORD, `at most ${MOST_PASSWORD} characters`)

/** The secret that signs tokens. */
export const secret = z.string().refine((text) => Buffer.byteLength(text) >= 32, 'enter at least 32 bytes')

export const timeZone = z.string().refine((name) => {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}, 'enter a time zone like Europe/Berlin')
