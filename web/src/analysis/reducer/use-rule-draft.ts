import type { SavedQuestion } from '@shop/language/question/api'
import type { Rule } from '@shop/language/question/rule'
import { useState } from 'react'
import { wholeNumberIn } from '../../lib/numeral.ts'
import { WRONG_EVENT } from '../exports/wanted-events.ts'
import { endOfQuestion, WRONG_MOMENT } from '../questions/question-words.ts'
import type { AskedRule } from '../questions/start-run.ts'
import { againstOf } from './compared-with.ts'
import { type TypedRule, typedRule } from './rule-address.ts'

export type RuleDraft = ReturnType<typeof useRuleDraft>
type Wrong = Readonly<{ from?: string; asOf?: string }>

export function useRuleDraft(first: TypedRule, firstSaved?: SavedQuestion) {
  const [typed, setTyped] = useState(first)
  const [saved, setSaved] = useState(firstSaved)
  const [wrong, setWrong] = useState<Wrong>({})
  const end = endOfQuestion(typed.asOf)
  /** Shows a message for each wrong value. Undefined if `from` is wrong. */
  function rule(): Rule | undefined {
    const from = typed.from.trim() === '' ? 1 : (wholeNumberIn(typed.from) ?? 0)
    const isFrom = from >= 1
    setWrong({
      ...(!isFrom && { from: WRONG_EVENT }),
      ...(!end && { asOf: WRONG_MOMENT }),
    })
    if (!isFrom) return undefined
    const against = againstOf(typed.compared, typed.second)
    return { reducer: typed.reducer, ...(against && { against }), types: [...typed.types], from }
  }
  return {
    typed,
    saved,
    /** Ignored if the user has opened another rule meanwhile. */
    savedAs: (made: SavedQuestion) => setSaved((now) => (now === saved ? made : now)),
    forgetSaved: () => setSaved(undefined),
    rule,
    wrong,
    type: (more: Partial<TypedRule>) => setTyped((before) => ({ ...before, ...more })),
    open(rule: Rule, opened?: SavedQuestion) {
      setTyped(typedRule(rule))
      setSaved(opened)
    },
    /** Undefined if a value is wrong. */
    asked(): AskedRule | undefined {
      const wanted = rule()
      return wanted && end && { ...wanted, ...end }
    },
  }
}
