import type { SavedQuestion } from '@shop/language/question/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { ConfirmDialog } from '../../admin/parts/confirm-dialog.tsx'
import { ShowMore } from '../../admin/parts/show-more.tsx'
import { DoneNote } from '../../ui/done-note.tsx'
import { reports } from '../reports/reports.ts'
import type { Opened } from './first-draft.ts'
import { savedQuestions } from './questions-api.ts'
import { DeleteQuestion } from './saved-tools.tsx'
import { type StarterQuestion, starterQuestions } from './starter-questions.ts'
import type { Draft } from './use-draft.ts'

/** The starter questions and the saved questions. Typed text is replaced only after a confirmation. */
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
          <SavedList onChoose={choose} />
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

function SavedList({ onChoose }: { onChoose: (question: Opened) => void }) {
  const list = useInfiniteQuery(savedQuestions)
  const [deleted, setDeleted] = useState<string>()
  const { data, error, refetch } = list
  const all = data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <AdminFailure error={error} fallback="Failed to fetch the saved questions" onRetry={() => void refetch()} />
      {deleted !== undefined && <DoneNote>{`${deleted} is deleted.`}</DoneNote>}
      {all?.length === 0 && (
        <p className="py-2.5 text-rinse">No question is saved yet. Every analyst sees the questions that you save.</p>
      )}
      <ul>
        {all?.map((saved) => (
          <Saved key={saved.name} saved={saved} onChoose={onChoose} onDeleted={setDeleted} />
        ))}
      </ul>
      <ShowMore query={list} />
    </>
  )
}

type SavedProps = { saved: SavedQuestion; onChoose: (question: Opened) => void; onDeleted: (name: string) => void }

function Saved({ saved, onChoose, onDeleted }: SavedProps) {
  const { name, version, sql, parameters } = saved
  if (sql === null)
    return (
      <li className="py-2.5 text-stone">
        {name}, version {version}: its text was erased with its author’s account{' '}
        <DeleteQuestion name={name} onDeleted={onDeleted} />
      </li>
    )
  return (
    <Choice onChoose={() => onChoose({ sql, parameters: parameters ?? {}, saved })}>
      {name} <span className="num text-stone no-underline">version {version}</span>
    </Choice>
  )
}

const Choice = ({ onChoose, children }: { onChoose: () => void; children: ReactNode }) => (
  <li>
    <button
      type="button"
      onClick={onChoose}
      className="min-h-11 py-2 text-left wrap-anywhere underline decoration-faded hover:decoration-thread hover:decoration-2 lg:min-h-8 lg:py-1"
    >
      {children}
    </button>
  </li>
)
