import { useState } from 'react'
import { WRONG_EVENT } from '../exports/wanted-events.ts'
import { asOfOf, WRONG_MOMENT } from '../questions/question-words.ts'
import type { AskedRule } from '../questions/start-run.ts'
import { againstOf, chosenOf, NOTHING } from './compared-with.ts'
import type { StarterRule } from './starter-rules.ts'

const EMPTY = { reducer: '', second: '', compared: NOTHING, types: [] as readonly string[], from: '', asOf: '' }
export type RuleDraft = ReturnType<typeof useRuleDraft>
type Wrong = Readonly<{ from?: string; asOf?: string }>

/** The rule that is being written. */
export function useRuleDraft() {
  const [typed, setTyped] = useState(EMPTY)
  const [wrong, setWrong] = useState<Wrong>({})
  return {
    typed,
    wrong,
    type: (more: Partial<typeof EMPTY>) => setTyped((before) => ({ ...before, ...more })),
    open: ({ reducer, against, types }: StarterRule) =>
      setTyped({ ...EMPTY, reducer, types: types ?? [], compared: chosenOf(against) }),
    /** The rule to send. If a value is wrong, shows a message and returns undefined. */
    asked(): AskedRule | undefined {
      const end = asOfOf(typed.asOf)
      const from = typed.from.trim() === '' ? 1 : Number(typed.from)
      const isFrom = Number.isSafeInteger(from) && from >= 1
      setWrong({
        ...(!isFrom && { from: WRONG_EVENT }),
        ...(!end && { asOf: WRONG_MOMENT }),
      })
      if (!isFrom || !end) return undefined
      const against = againstOf(typed.compared, typed.second)
      return { reducer: typed.reducer, ...(against && { against }), types: [...typed.types], from, ...end }
    },
  }
}
