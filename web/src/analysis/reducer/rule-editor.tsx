import type { SavedQuestion } from '@shop/language/question/api'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { LogFacts } from '../log-facts.tsx'
import { AnswerFacts } from '../questions/answer-facts.tsx'
import { AnswerView } from '../questions/answer-view.tsx'
import { AskedFailure } from '../questions/asked-failure.tsx'
import { SaveQuestion } from '../questions/save-question.tsx'
import { Choice, SavedList } from '../questions/saved-list.tsx'
import type { QuestionAddress } from '../questions/use-question-address.ts'
import { useRun } from '../questions/use-run.ts'
import { RULE } from './compared-with.ts'
import { ruleAddress, type TypedRule, typedRule } from './rule-address.ts'
import { RuleForm } from './rule-form.tsx'
import { shownComparison } from './shown-comparison.ts'
import { starterRules } from './starter-rules.ts'
import type { RuleDraft } from './use-rule-draft.ts'
import { useRuleDraft } from './use-rule-draft.ts'

type EditorProps = {
  first: TypedRule
  saved: SavedQuestion | undefined
  isRun: boolean
  address: QuestionAddress
}

export function RuleEditor({ first, saved, isRun, address }: EditorProps) {
  const draft = useRuleDraft(first, saved)
  const running = useRun()
  const { run, asked } = running
  const { typed } = draft
  const [ran, setRan] = useState(typed)
  const answer = run?.answer
  const shown = useMemo(
    () => (answer && asked && 'reducer' in asked ? shownComparison(answer, asked) : undefined),
    [answer, asked],
  )
  const isWhole = typed.reducer.trim() !== '' && (typed.compared !== RULE || typed.second.trim() !== '')
  const ask = (isFirst = false) => {
    const wanted = draft.asked()
    if (!wanted && !running.isRunning) running.forget()
    if (!wanted || !isWhole || running.isRunning) return
    void running.ask(wanted)
    setRan(typed)
    address.write(ruleAddress(typed, draft.saved, true), isFirst)
  }
  const askFirst = useEffectEvent(() => {
    if (isRun) ask(true)
  })
  useEffect(() => askFirst(), [])
  const open: typeof draft.open = (rule, opened) => {
    draft.open(rule, opened)
    running.forget()
    address.write(ruleAddress(typedRule(rule), opened))
  }
  return (
    <div className="with-aside grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_280px]">
      <div className="min-w-0">
        <OpenRule onOpen={open} />
        <RuleForm draft={draft} running={running} isWhole={isWhole} onRun={() => ask()} />
        <AskedFailure
          failure={run?.failure}
          error={running.error}
          fallback="The rule could not be run"
          onRetry={() => ask()}
        />
        {run && asked && shown && (
          <AnswerView
            key={run.id}
            asked={asked}
            answer={shown}
            link={`/analysis/reducer${ruleAddress({ ...ran, asOf: String(shown.asOf.event) }, draft.saved, true)}`}
          />
        )}
        <SaveQuestion
          kind="rule"
          opened={draft.saved}
          hasText={isWhole}
          textOf={draft.rule}
          onSaved={draft.savedAs}
          onRenamed={draft.savedAs}
          onDeleted={draft.forgetSaved}
        />
      </div>
      <aside aria-label="About the answer" className="grid min-w-0 content-start gap-10">
        {answer && asked && <AnswerFacts key={run.id} answer={answer} asked={asked} />}
        <LogFacts />
      </aside>
    </div>
  )
}

const OpenRule = ({ onOpen }: { onOpen: RuleDraft['open'] }) => (
  <div className="mb-5 grid gap-x-10 gap-y-6 md:grid-cols-2">
    <section aria-labelledby="starter-rules">
      <h2 id="starter-rules" className="type-small text-stone">
        Starter rules
      </h2>
      <ul>
        {starterRules.map((rule) => (
          <Choice key={rule.title} about={rule.about} onChoose={() => onOpen({ from: 1, ...rule })}>
            {rule.title}
          </Choice>
        ))}
      </ul>
    </section>
    <section aria-labelledby="saved-rules">
      <h2 id="saved-rules" className="type-small text-stone">
        Saved
      </h2>
      <SavedList kind="rule" onChoose={(saved) => saved.rule && onOpen(saved.rule, saved)} />
    </section>
  </div>
)
