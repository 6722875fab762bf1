import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '../../admin/parts/failure.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { AnswerFacts } from '../questions/answer-facts.tsx'
import { AnswerView } from '../questions/answer-view.tsx'
import { EditorTools } from '../questions/editor-tools.tsx'
import { QuestionFields } from '../questions/question-fields.tsx'
import { RunFailure } from '../questions/run-failure.tsx'
import { useDraft } from '../questions/use-draft.ts'
import { useRun } from '../questions/use-run.ts'
import type { Report } from './report.ts'

/** One report: asked when it is opened, and again as of another moment. */
export function ReportView({ report: { slug, title, about, question } }: { report: Report }) {
  const draft = useDraft(question)
  const running = useRun()
  const [isAsOfWrong, setAsOfWrong] = useState(false)
  const { run, asked, error } = running
  const answer = run?.answer
  const ask = () => {
    const wanted = draft.question()
    setAsOfWrong(!wanted)
    if (wanted) void running.ask(wanted)
  }
  const askFirst = useEffectEvent(ask)
  useEffect(() => askFirst(), [])
  return (
    <>
      <PageHead title={title} lead={about} back={{ to: '/analysis/reports', label: 'All reports' }} />
      <div className="grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_280px]">
        <div className="min-w-0">
          <form
            onSubmit={(event) => {
              event.preventDefault()
              ask()
            }}
          >
            <QuestionFields draft={draft} isAsOfWrong={isAsOfWrong} />
            <EditorTools running={running} canRun />
          </form>
          <RunFailure failure={run?.failure} />
          <Failure error={error} fallback="The report could not be made" onRetry={ask} />
          {answer && asked && <AnswerView key={run.id} asked={asked} answer={answer} />}
        </div>
        <aside aria-label="About the report" className="grid min-w-0 content-start gap-10">
          <p>
            <RowLink to={`/analysis/questions?report=${slug}`}>Open it as a question in SQL</RowLink>
          </p>
          {answer && asked && <AnswerFacts key={run.id} answer={answer} asked={asked} />}
        </aside>
      </div>
    </>
  )
}
