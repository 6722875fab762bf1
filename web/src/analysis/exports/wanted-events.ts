import { wholeNumberIn } from '../../lib/numeral.ts'
import type { Wanted } from './use-export.ts'

export type Typed = Readonly<{ format: Wanted['format']; from: string; to: string; types: readonly string[] }>
type Wrong = Readonly<Partial<Record<'from' | 'to', string>>>

export const WRONG_EVENT = 'Enter the number of an event: 1 or higher'

export function wantedOf(typed: Typed, newest: number): { wanted: Wanted } | { wrong: Wrong } {
  const from = numberIn(typed.from, 1)
  const to = numberIn(typed.to, newest)
  if (from === undefined) return { wrong: { from: WRONG_EVENT } }
  if (to === undefined) return { wrong: { to: WRONG_EVENT } }
  if (to > newest) return { wrong: { to: `The copy ends at event ${newest}: enter at most this number` } }
  if (from > to) return { wrong: { to: `Enter at least ${from}, the number of the first event` } }
  return { wanted: { format: typed.format, from, to, types: [...typed.types] } }
}

function numberIn(text: string, otherwise: number) {
  if (text.trim() === '') return otherwise
  return wholeNumberIn(text) || undefined
}
