import { useEffect, useEffectEvent } from 'react'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { LogFacts } from '../log-facts.tsx'
import { answerLink } from '../questions/answer-link.ts'
import { ShownAnswer, ShownFacts } from '../questions/compared-answer.tsx'
import { EditorTools } from '../questions/editor-tools.tsx'
import { addressOf, readAddress } from '../questions/question-address.ts'
import { CompareButton, QuestionFields } from '../questions/question-fields.tsx'
import { RunFailure } from '../questions/run-failure.tsx'
import { useDraft } from '../questions/use-draft.ts'
import type { QuestionAddress } from '../questions/use-question-address.ts'
import { useRun } from '../questions/use-run.ts'
import type { Report } from './report.ts'
import { ReportRule } from './report-rule.tsx'

type ViewProps = { report: Report; address: QuestionAddress }

export function ReportView({ report, address }: ViewProps) {
  const { slug, question } = report
  const { typed, against, asOf } = readAddress(address.here)
  const draft = useDraft({ opened: { ...question, report: slug }, typed, against, asOf })
  const running = useRun()
  const { run, other, error } = running
  const answer = run?.answer
  const ask = () => {
    const wanted = draft.question()
    if (!wanted) return running.forget()
    void running.ask(wanted.asked, wanted.against)
    address.write(addressOf(draft.opened, draft.whole, false))
  }
  const askFirst = useEffectEvent(ask)
  useEffect(() => askFirst(), [])
  return (
    <>
      <PageHead title={question.title} back={{ to: '/analysis/reports', label: 'All reports' }} />
      <ReportRule rule={question.rule} />
      <div className="with-aside grid gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_280px]">
        <div className="min-w-0">
          <form
            onSubmit={(event) => {
              event.preventDefault()
              ask()
            }}
          >
            <QuestionFields draft={draft} />
            <EditorTools running={running} canRun>
              <CompareButton draft={draft} />
            </EditorTools>
          </form>
          <RunFailure failure={run?.failure ?? other?.failure} />
          <AdminFailure error={error} fallback="The report could not be made" onRetry={ask} />
          <ShownAnswer
            running={running}
            link={answer && answerLink('/analysis/reports', draft.opened, running, answer)}
            report={report}
          />
        </div>
        <aside aria-label="About the report" className="grid min-w-0 content-start gap-10">
          <p>
            <RowLink to={`/analysis/questions${addressOf(draft.opened, draft.whole, false)}`}>
              Open the report as a question in SQL
            </RowLink>
          </p>
          <ShownFacts running={running} />
          <LogFacts />
        </aside>
      </div>
    </>
  )
}
