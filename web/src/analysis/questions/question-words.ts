import { wholeNumberIn } from '../../lib/numeral.ts'
import type { AskedSql } from './start-run.ts'

type Value = string | number | boolean | null

/** Also matches quoted texts, quoted names and comments, because a `$` in them begins no parameter. */
const PARAMETER = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([a-z_]\w*)/gi

export function parametersIn(sql: string): readonly string[] {
  const names = [...sql.matchAll(PARAMETER)].flatMap(([, name]) => name ?? [])
  return [...new Set(names)]
}

/** The typed text as a value: `null`, `true`, `false`, a number such as `14`, or a text. `'14'` is a text. */
export function readValue(typed: string): Value {
  const text = typed.trim()
  if (text === 'null') return null
  if (text === 'true' || text === 'false') return text === 'true'
  if (isNumber(text)) return Number(text)
  return /^'.*'$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text
}

/** A value as text that `readValue` reads as the same value. */
export function typedOf(value: Value): string {
  if (value === null) return 'null'
  const text = String(value)
  return typeof value === 'string' && (text === '' || readValue(text) !== value) ? `'${text}'` : text
}

const isNumber = (text: string) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(?:Z| UTC)?$/

export const WRONG_MOMENT =
  'Enter an event number or a UTC time such as 2026-11-20 12:00, or now. Events begin with 1, and the day must exist'
export const STILL_EARLIER = `${WRONG_MOMENT}. The page below has not changed`

/** The last event that a question can see: an event number or a moment in UTC. Empty text and `now` mean all events. */
export function asOfOf(typed: string): Pick<AskedSql, 'asOf'> | undefined {
  const text = typed.trim()
  if (/^(now)?$/i.test(text)) return {}
  const event = wholeNumberIn(text)
  if (event !== undefined) return { asOf: event }
  const [, day, time = '00:00'] = MOMENT.exec(text) ?? []
  const moment = new Date(`${day}T${time}Z`)
  if (Number.isNaN(moment.getTime())) return undefined
  const asOf = moment.toISOString()
  // JavaScript reads November 31 as December 1.
  return asOf.startsWith(`${day}`) ? { asOf } : undefined
}

/** Like `asOfOf`, but a question needs at least one event. */
export function endOfQuestion(typed: string) {
  const end = asOfOf(typed)
  return end?.asOf === 0 ? undefined : end
}
