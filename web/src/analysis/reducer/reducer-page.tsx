import { useMemo, useState } from 'react'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { TypeChoice } from '../exports/type-choice.tsx'
import { LogFacts } from '../log-facts.tsx'
import { AnswerFacts } from '../questions/answer-facts.tsx'
import { AnswerView } from '../questions/answer-view.tsx'
import { EditorTools } from '../questions/editor-tools.tsx'
import { QuestionTabs } from '../questions/question-tabs.tsx'
import { RunFailure } from '../questions/run-failure.tsx'
import { type QuestionAddress, useQuestionAddress } from '../questions/use-question-address.ts'
import { useRun } from '../questions/use-run.ts'
import { choices, RULE, RULE_LABEL, SECOND_LABEL } from './compared-with.ts'
import { readRuleAddress, ruleAddress } from './rule-address.ts'
import { RuleText } from './rule-text.tsx'
import { shownComparison } from './shown-comparison.ts'
import { starterRules } from './starter-rules.ts'
import { type RuleDraft, useRuleDraft } from './use-rule-draft.ts'

/** Folds events with the analyst's own rule, and compares the rows with those of another rule or of a projection. */
export function ReducerPage() {
  const address = useQuestionAddress()
  return (
    <>
      <PageHead title="Reducer" lead="Replay the log with your own rule. The rule cannot change the shop." />
      <QuestionTabs />
      <OpenedRule key={address.opening} address={address} />
    </>
  )
}

/** The rule of the URL, which can be changed and run. */
function OpenedRule({ address }: { address: QuestionAddress }) {
  const draft = useRuleDraft(readRuleAddress(address.here))
  const [ran, setRan] = useState(draft.typed)
  const running = useRun()
  const { run, asked } = running
  const { typed } = draft
  const answer = run?.answer
  const shown = useMemo(
    () => (answer && asked && 'reducer' in asked ? shownComparison(answer, asked) : undefined),
    [answer, asked],
  )
  const isWhole = typed.reducer.trim() !== '' && (typed.compared !== RULE || typed.second.trim() !== '')
  const ask = () => {
    const wanted = draft.asked()
    if (!wanted || !isWhole || running.isRunning) return
    void running.ask(wanted)
    setRan(typed)
    address.write(ruleAddress(typed))
  }
  return (
    <div className="grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_280px]">
      <div className="min-w-0">
        <Starters onOpen={(rule) => draft.open(rule)} />
        <RuleForm draft={draft} running={running} isWhole={isWhole} onRun={ask} />
        <RunFailure failure={run?.failure} />
        <AdminFailure error={running.error} fallback="The rule could not be run" onRetry={ask} />
        {run && asked && shown && (
          <AnswerView
            key={run.id}
            asked={asked}
            answer={shown}
            link={`/analysis/reducer${ruleAddress({ ...ran, asOf: String(shown.asOf.event) })}`}
          />
        )}
      </div>
      <aside aria-label="About the answer" className="grid min-w-0 content-start gap-10">
        {answer && asked && <AnswerFacts key={run.id} answer={answer} asked={asked} />}
        <LogFacts />
      </aside>
    </div>
  )
}

type FormProps = {
  draft: RuleDraft
  running: ReturnType<typeof useRun>
  /** Whether the rule has all texts that it needs. */
  isWhole: boolean
  onRun: () => void
}

function RuleForm({ draft, running, isWhole, onRun }: FormProps) {
  const { typed, type } = draft
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onRun()
      }}
    >
      <RuleText
        label={RULE_LABEL}
        hint="keyOf(event) returns the key of a row. reduce(row, event, key) returns the row after the event. A rule has no clock and no random numbers. Ctrl+Enter runs the rule."
        value={typed.reducer}
        onType={(reducer) => type({ reducer })}
        onRun={onRun}
      />
      <RuleFields draft={draft} />
      {typed.compared === RULE && (
        <RuleText
          label={SECOND_LABEL}
          hint="The answer shows the rows in which the two rules differ."
          value={typed.second}
          onType={(second) => type({ second })}
          onRun={onRun}
        />
      )}
      <TypeChoice chosen={typed.types} onChoose={(types) => type({ types })} />
      <EditorTools running={running} canRun={isWhole} />
    </form>
  )
}

const Starters = ({ onOpen }: { onOpen: RuleDraft['open'] }) => (
  <section aria-labelledby="starter-rules" className="mb-5">
    <h2 id="starter-rules" className="type-small text-stone">
      Starter rules
    </h2>
    <ul>
      {starterRules.map((rule) => (
        <li key={rule.title} className="py-1">
          <button
            type="button"
            onClick={() => onOpen(rule)}
            className="min-h-11 text-left wrap-anywhere underline decoration-faded hover:decoration-thread hover:decoration-2 lg:min-h-8"
          >
            {rule.title}
          </button>
          <p className="type-small text-rinse">{rule.about}</p>
        </li>
      ))}
    </ul>
  </section>
)

const RuleFields = ({ draft: { typed, wrong, type } }: { draft: RuleDraft }) => (
  <div className="mb-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    <SelectField
      label="Compare with"
      choices={choices}
      value={typed.compared}
      onChange={({ target }) => type({ compared: target.value })}
    />
    <Field
      label="From event"
      name="from"
      inputMode="numeric"
      autoComplete="off"
      placeholder="1"
      value={typed.from}
      error={wrong.from}
      onChange={({ target }) => type({ from: target.value })}
    />
    <Field
      label="As of"
      name="asOf"
      autoComplete="off"
      placeholder="Now"
      hint="An event’s number, or a moment in UTC: 2026-11-20 12:00"
      value={typed.asOf}
      error={wrong.asOf}
      onChange={({ target }) => type({ asOf: target.value })}
    />
  </div>
)
