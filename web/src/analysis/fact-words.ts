import type { Change } from '@shop/language/analysis/streams'
import type { ChosenReason } from '@shop/language/order/chosen-reason'
import { capitalized } from '../lib/capitalized.ts'
import { formatMoney } from '../lib/money.ts'
import { shortId } from '../orders/order-texts.ts'
import { reasonWords } from '../orders/reason-words.ts'
import { wordsIn } from './questions/column-words.ts'
import { shortMoment } from './time/moment-words.ts'

type Value = Change['before']

/** Fields that hold dollars, by the last part of their path. */
const dollars = new Set(['total', 'price', 'paid', 'refunded', 'amount'])

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Null if the field does not exist. */
export function factText(field: string, value: Value): string | null {
  if (value === null) return null
  const name = field.slice(field.lastIndexOf('.') + 1)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return textInWords(name, value)
  if (name.endsWith('Cents')) return formatMoney(value / 100)
  return dollars.has(name) ? formatMoney(value) : String(value)
}

function textInWords(name: string, value: string) {
  if (MOMENT.test(value)) return `${shortMoment(value)} UTC`
  return /Reason$/.test(name) ? (reasonWords[value as ChosenReason] ?? value) : value
}

/** Matches the path of a field that only the shop uses, such as an id or the address of a picture. */
const TECHNICAL = /(?:^|\.)(?:_id|id|image|\w*Id|event|checkout)$/

export const isTechnical = (field: string) => TECHNICAL.test(field)

/** TABLE: fields whose names do not say enough. */
const fieldNames: Readonly<Record<string, string>> = {
  sold: 'ordered, including cancelled orders',
  reserved: 'held',
  chosenReason: 'reason',
  cancelReason: 'reason of the cancellation',
  sku: 'SKU',
}
/** TABLE: the word before the name of a list's element. */
const listNames: Readonly<Record<string, string>> = {
  items: '',
  lines: '',
  refunds: 'refund',
  returns: 'return',
  changes: 'price',
}

const ID = '[0-9a-f]{8}-[0-9a-f-]{27}'
const NAMED = new RegExp(`\\[(${ID})\\b[^\\]]*\\]\\.name$`)

export type PathWords = (field: string) => string

/** Makes a function that says a field's path in words, such as "Linen Shirt M: quantity". The names of products come from `facts`. */
export function pathWords(facts: readonly Pick<Change, 'field' | 'before' | 'after'>[]): PathWords {
  const products = new Map(
    facts.flatMap(({ field, before, after }) => {
      const id = NAMED.exec(field)?.[1]
      const name = after ?? before
      return id && typeof name === 'string' ? [[id, name]] : []
    }),
  )
  const elementWords = (list: string, element: string) => {
    if (list === 'lines' && /^\d+$/.test(element)) return 'all sizes'
    const own = element.replace(new RegExp(`^(${ID}|p_\\S+)`), (id) => products.get(id) ?? shortId(id))
    return [listNames[list] ?? wordsIn(list), own].filter(Boolean).join(' ')
  }
  return (field) => {
    const elements = [...field.matchAll(/([^.[\]]+)\[([^\]]*)\]\.?/g)]
    const [, , last = ''] = /^(.*\]\.?)?(.*)$/.exec(field) ?? []
    const names = last.split('.').map((name) => fieldNames[name] ?? wordsIn(name.replace(/Cents$/, '')))
    const list = elements.map(([, name = '', element = '']) => elementWords(name, element)).join(', ')
    return capitalized([list, names.join(', ')].filter(Boolean).join(': '))
  }
}
