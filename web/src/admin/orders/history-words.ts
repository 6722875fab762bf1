import type { ShippingAddress } from '@shop/language/address/api'
import type { HistoryEntry } from '@shop/language/order/api'
import type { ChosenReason } from '@shop/language/order/chosen-reason'
import { formatMoney } from '../../lib/money.ts'
import { addressLines, NO_ADDRESS } from '../../orders/address-lines.tsx'
import { dateWithYear } from '../../orders/order-dates.ts'
import { reasonInWords } from '../../orders/reason-words.ts'

type Facts = HistoryEntry['before']

export const factsAfter = (history: readonly HistoryEntry[], count: number): Facts =>
  Object.assign({}, ...history.slice(0, count).map(({ after }) => after))

export const factName = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

export function factInWords(value: unknown, name = ''): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (typeof value === 'number' && AMOUNTS.has(name)) return formatMoney(value)
  if (name === 'chosenReason') return reasonInWords(value as ChosenReason) ?? String(value)
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return value.map((one) => factInWords(one)).join(', ')
  if (name === 'shippingAddress') return addressLines(value as ShippingAddress).join(', ') || NO_ADDRESS
  if (typeof value === 'object') return Object.values(value).filter(Boolean).join(', ') || 'none'
  return typeof value === 'string' && ISO_MOMENT.test(value) ? momentInWords(value) : String(value)
}

export const whoInWords = ({ name, role }: HistoryEntry['who']) =>
  name ? `${name} (${role})` : (roleNames[role] ?? role)

export const secondsTime = (iso: string) => seconds.format(new Date(iso))
export const momentInWords = (iso: string) => `${dateWithYear(iso)}, ${secondsTime(iso)}`

/** The names of facts in dollars. */
const AMOUNTS = new Set(['price', 'total', 'discount', 'paid', 'pending', 'amount', 'refundAmount'])

const roleNames: Readonly<Record<string, string>> = {
  system: 'The shop itself (system)',
  admin: 'A former admin',
  analyst: 'A former analyst',
  customer: 'A former customer',
  guest: 'A guest',
}

const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const seconds = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })
