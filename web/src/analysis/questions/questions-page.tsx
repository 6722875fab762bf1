import { useId } from 'react'
import { Failure } from '../../admin/parts/failure.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { useAddressQuery } from '../../lib/address-query.ts'
import { LogFacts } from '../log-facts.tsx'
import { reportNamed } from '../reports/reports.ts'
import { AnswerFacts } from './answer-facts.tsx'
import { AnswerView } from './answer-view.tsx'
import { CopiedTables } from './copied-tables.tsx'
import { EditorTools } from './editor-tools.tsx'
import { OpenQuestion } from './open-question.tsx'
import { PastAnswers } from './past-answers.tsx'
import { QuestionFields } from './question-fields.tsx'
import { QuestionTabs } from './question-tabs.tsx'
import { isTooLong, QuestionText } from './question-text.tsx'
import { RunFailure } from './run-failure.tsx'
import { SaveQuestion } from './save-question.tsx'
import { useDraft } from './use-draft.ts'
import { useRun } from './use-run.ts'

/**
 * The page for questions in SQL about the copy of the log. The user writes or opens a question, and can run, verify and save it. A link
 * from a report opens the page with the report's question.
 */
export function QuestionsPage() {
  const { params } = useAddressQuery()
  const draft = useDraft(reportNamed(params.get('report'))?.question)
  const running = useRun()
  const failureId = useId()
  const { run, asked } = running
  const answer = run?.answer
  const ask = () => {
    const question = draft.question()
    if (question?.sql.trim() && !isTooLong(question.sql) && !running.isRunning) void running.ask(question)
  }
  return (
    <>
      <PageHead
        title="Questions"
        lead="One SELECT over what has happened. It runs beside the shop, and changes nothing."
      />
      <QuestionTabs />
      <div className="grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_280px]">
        <div className="min-w-0">
          <OpenQuestion draft={draft} onOpen={running.forget} />
          {draft.rule && <p className="mb-4 max-w-[65ch] text-rinse">{draft.rule}</p>}
          <form
            onSubmit={(event) => {
              event.preventDefault()
              ask()
            }}
          >
            <QuestionText draft={draft} failure={run?.failure} failureId={failureId} onRun={ask} />
            <QuestionFields draft={draft} />
            <EditorTools running={running} canRun={draft.sql.trim() !== '' && !isTooLong(draft.sql)} />
          </form>
          <div id={failureId}>
            <RunFailure failure={run?.failure} />
          </div>
          <Failure error={running.error} fallback="The question could not be asked" onRetry={ask} />
          {answer && asked && <AnswerView key={run.id} asked={asked} answer={answer} />}
          <PastAnswers draft={draft} />
          <SaveQuestion draft={draft} />
        </div>
        <aside aria-label="About the answer" className="grid min-w-0 content-start gap-10">
          {answer && asked && <AnswerFacts key={run.id} answer={answer} asked={asked} />}
          <LogFacts />
          <CopiedTables onInsert={draft.insert} />
        </aside>
      </div>
    </>
  )
}
