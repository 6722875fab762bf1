import { useEffect, useEffectEvent, useId } from 'react'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { LogFacts } from '../log-facts.tsx'
import { AnswerFacts } from './answer-facts.tsx'
import { answerLink } from './answer-link.ts'
import { AnswerView } from './answer-view.tsx'
import { CopiedTables } from './copied-tables.tsx'
import { EditorTools } from './editor-tools.tsx'
import { type FirstDraft, type KeptDraft, type Opened, typedIn } from './first-draft.ts'
import { OpenQuestion } from './open-question.tsx'
import { PastAnswers } from './past-answers.tsx'
import { addressOf, readAddress } from './question-address.ts'
import { QuestionFields } from './question-fields.tsx'
import { isTooLong, QuestionText } from './question-text.tsx'
import { RunFailure } from './run-failure.tsx'
import { SaveQuestion } from './save-question.tsx'
import { useDraft } from './use-draft.ts'
import type { QuestionAddress } from './use-question-address.ts'
import { useRun } from './use-run.ts'

type EditorProps = { first: FirstDraft; address: QuestionAddress; onChange: (draft: KeptDraft) => void }

/** The user writes or opens a question, and can run, verify and save it. The address follows the question. */
export function QuestionEditor({ first, address, onChange }: EditorProps) {
  const draft = useDraft(first)
  const running = useRun()
  const failureId = useId()
  const { run, asked } = running
  const answer = run?.answer
  useKept(draft.whole, address.here, onChange)

  const ask = (isFirst = false) => {
    const question = draft.question()
    if (!question?.sql.trim() || isTooLong(question.sql) || running.isRunning) return
    void running.ask(question)
    address.write(addressOf(draft.opened, draft.whole, true), isFirst)
  }
  const askFirst = useEffectEvent(() => {
    const isAsOpened = draft.sql === draft.opened.sql
    if (isAsOpened && readAddress(address.here).isRun) ask(true)
  })
  useEffect(() => askFirst(), [])
  const opened = (question: Opened) => {
    running.forget()
    address.write(addressOf(question, { sql: question.sql, typed: typedIn(question), asOf: draft.asOf }, false))
  }
  return (
    <div className="grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_280px]">
      <div className="min-w-0">
        <OpenQuestion draft={draft} onOpen={opened} />
        {draft.rule && <p className="mb-4 max-w-[65ch] text-rinse">{draft.rule}</p>}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            ask()
          }}
        >
          <QuestionText draft={draft} failure={run?.failure} failureId={failureId} onRun={() => ask()} />
          <QuestionFields draft={draft} />
          <EditorTools running={running} canRun={draft.sql.trim() !== '' && !isTooLong(draft.sql)} />
        </form>
        <div id={failureId}>
          <RunFailure failure={run?.failure} />
        </div>
        <AdminFailure error={running.error} fallback="The question could not be asked" onRetry={() => ask()} />
        {answer && asked && (
          <AnswerView
            key={run.id}
            asked={asked}
            answer={answer}
            link={answerLink('/analysis/questions', draft.opened, asked, answer)}
          />
        )}
        <PastAnswers draft={draft} />
        <SaveQuestion draft={draft} />
      </div>
      <aside aria-label="About the answer" className="grid min-w-0 content-start gap-10">
        {answer && asked && <AnswerFacts key={run.id} answer={answer} asked={asked} />}
        <LogFacts />
        <CopiedTables onInsert={draft.insert} />
      </aside>
    </div>
  )
}

/** Keeps the draft in the tab whenever it has changed. */
function useKept({ opened, sql, typed, asOf }: Required<FirstDraft>, at: string, onChange: EditorProps['onChange']) {
  const keep = useEffectEvent(() => onChange({ at, opened, sql, typed, asOf }))
  useEffect(() => keep(), [at, opened, sql, typed, asOf])
}
