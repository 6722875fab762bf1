import { useState } from 'react'
import { ConfirmDialog } from '../../admin/parts/confirm-dialog.tsx'
import { reports } from '../reports/reports.ts'
import type { Opened } from './first-draft.ts'
import { Choice, SavedList } from './saved-list.tsx'
import { type StarterQuestion, starterQuestions } from './starter-questions.ts'
import type { Draft } from './use-draft.ts'

export function OpenQuestion({ draft, onOpen }: { draft: Draft; onOpen: (question: Opened) => void }) {
  const [isOpen, setOpen] = useState(draft.sql === '')
  const [instead, setInstead] = useState<Opened>()
  const open = (question: Opened) => {
    draft.open(question)
    onOpen(question)
    setOpen(false)
    draft.area.current?.focus()
  }
  const choose = (question: Opened) => (draft.isOwn ? setInstead(question) : open(question))
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="mb-5">
      <summary className="min-h-11 cursor-pointer border-t border-raw py-2.5 font-[550] hover:bg-chalk">
        Open a question
      </summary>
      <div className="grid gap-x-10 gap-y-6 pb-3 md:grid-cols-2">
        <section aria-labelledby="starter-questions">
          <h2 id="starter-questions" className="type-small text-stone">
            Starter questions
          </h2>
          <ul>
            {starterQuestions.map((question) => (
              <Choice key={question.title} onChoose={() => choose(asReport(question))}>
                {question.title}
              </Choice>
            ))}
          </ul>
        </section>
        <section aria-labelledby="saved-questions">
          <h2 id="saved-questions" className="type-small text-stone">
            Saved
          </h2>
          <SavedList
            kind="question"
            onChoose={(saved) => choose({ sql: saved.sql ?? '', parameters: saved.parameters ?? {}, saved })}
          />
        </section>
      </div>
      {instead && (
        <ConfirmDialog
          question="Replace your text?"
          act="Replace it"
          onKeep={() => setInstead(undefined)}
          onAct={() => open(instead)}
        >
          Your text is not saved.
        </ConfirmDialog>
      )}
    </details>
  )
}

/** Adds the report's name if the question is a report. Then the question's URL needs no SQL. */
function asReport(question: StarterQuestion): Opened {
  const report = reports.find((one) => one.question === question)
  return { ...question, ...(report && { report: report.slug }) }
}
