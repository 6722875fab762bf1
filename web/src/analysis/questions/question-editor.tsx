import { useEffect, useEffectEvent, useId } from 'react'
import { LogFacts } from '../log-facts.tsx'
import { shortMoment } from '../time/moment-words.ts'
import { answerLink } from './answer-link.ts'
import { AskedFailure } from './asked-failure.tsx'
import { ShownAnswer, ShownFacts } from './compared-answer.tsx'
import { CopiedTables } from './copied-tables.tsx'
import { EditorTools } from './editor-tools.tsx'
import { type FirstDraft, type KeptDraft, type Opened, typedIn } from './first-draft.ts'
import { OpenQuestion } from './open-question.tsx'
import { PastAnswers } from './past-answers.tsx'
import { addressOf, readAddress } from './question-address.ts'
import { CompareButton, QuestionFields } from './question-fields.tsx'
import { isTooLong, QuestionText } from './question-text.tsx'
import { SaveQuestion } from './save-question.tsx'
import { type Draft, useDraft } from './use-draft.ts'
import type { QuestionAddress } from './use-question-address.ts'
import { useRun } from './use-run.ts'

type EditorProps = { first: FirstDraft; address: QuestionAddress; onChange: (draft: KeptDraft) => void }

export function QuestionEditor({ first, address, onChange }: EditorProps) {
  const draft = useDraft(first)
  const running = useRun()
  const failureId = useId()
  const { run, other } = running
  const answer = run?.answer
  const failure = run?.failure ?? other?.failure
  useKept(draft.whole, address.here, onChange)

  const ask = (isFirst = false) => {
    const question = draft.question()
    // The answer to an earlier question must not stay below the refusal.
    if (!question && !running.isRunning) running.forget()
    if (!question?.asked.sql.trim() || isTooLong(question.asked.sql) || running.isRunning) return
    void running.ask(question.asked, question.against)
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
    <div className="with-aside grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_280px]">
      <div className="min-w-0">
        <OpenQuestion draft={draft} onOpen={opened} />
        <OpenedTitle draft={draft} />
        {draft.rule && <p className="mb-4 max-w-[65ch] text-rinse">{draft.rule}</p>}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            ask()
          }}
        >
          <QuestionText draft={draft} failure={failure} failureId={failureId} onRun={() => ask()} />
          <AskedFailure
            id={failureId}
            failure={failure}
            error={running.error}
            fallback="The question could not be asked"
            onRetry={() => ask()}
          />
          <QuestionFields draft={draft} />
          <EditorTools running={running} canRun={draft.sql.trim() !== '' && !isTooLong(draft.sql)}>
            <CompareButton draft={draft} />
          </EditorTools>
        </form>
        <ShownAnswer
          running={running}
          link={answer && answerLink('/analysis/questions', draft.opened, running, answer)}
        />
        <PastAnswers draft={draft} />
        <SaveDraft draft={draft} />
      </div>
      <aside aria-label="About the answer" className="grid min-w-0 content-start gap-10">
        <ShownFacts running={running} />
        <LogFacts />
        <CopiedTables onInsert={draft.insert} />
      </aside>
    </div>
  )
}

function OpenedTitle({ draft: { opened, isChanged } }: { draft: Pick<Draft, 'opened' | 'isChanged'> }) {
  const { title, saved } = opened
  const name = saved?.name ?? title
  if (name === undefined) return null
  return (
    <div className="mb-3">
      <h2 className="type-h2 wrap-anywhere">{name}</h2>
      <p className="type-small text-rinse">
        {saved && `Version ${saved.version} of ${saved.newest}, saved ${shortMoment(saved.savedAt)}. `}
        {isChanged && 'The text has changed since it was opened.'}
      </p>
    </div>
  )
}

type KeptFields = Required<Omit<FirstDraft, 'against'>> & Pick<FirstDraft, 'against'>

function useKept({ opened, sql, typed, against, asOf }: KeptFields, at: string, onChange: EditorProps['onChange']) {
  const keep = useEffectEvent(() => onChange({ at, opened, sql, typed, against, asOf }))
  useEffect(() => keep(), [at, opened, sql, typed, against, asOf])
}

const SaveDraft = ({ draft }: { draft: Draft }) => (
  <SaveQuestion
    kind="question"
    opened={draft.opened.saved}
    hasText={draft.sql.trim() !== ''}
    textOf={() => ({ sql: draft.sql, parameters: draft.parameters() })}
    onSaved={draft.savedAs}
    onRenamed={draft.renamedTo}
    onDeleted={draft.forgetSaved}
  />
)
