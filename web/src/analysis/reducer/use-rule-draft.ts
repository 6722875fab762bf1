import { useState } from 'react'
import { WRONG_EVENT } from '../exports/wanted-events.ts'
import { asOfOf, WRONG_MOMENT } from '../questions/question-words.ts'
import type { AskedRule } from '../questions/start-run.ts'
import { againstOf, chosenOf } from './compared-with.ts'
import { EMPTY_RULE, type TypedRule } from './rule-address.ts'
import type { StarterRule } from './starter-rules.ts'

export type RuleDraft = ReturnType<typeof useRuleDraft>
type Wrong = Readonly<{ from?: string; asOf?: string }>

/** The rule that is being written. It begins as `first`. */
export function useRuleDraft(first: TypedRule) {
  const [typed, setTyped] = useState(first)
  const [wrong, setWrong] = useState<Wrong>({})
  return {
    typed,
    wrong,
    type: (more: Partial<TypedRule>) => setTyped((before) => ({ ...before, ...more })),
    open: ({ reducer, against, types }: StarterRule) =>
      setTyped({ ...EMPTY_RULE, reducer, types: types ?? [], compared: chosenOf(against) }),
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
