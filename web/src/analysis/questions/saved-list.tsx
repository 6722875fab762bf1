import type { SavedQuestion } from '@shop/language/question/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { ShowMore } from '../../admin/parts/show-more.tsx'
import { DoneNote } from '../../ui/done-note.tsx'
import { savedQuestions } from './questions-api.ts'
import { DeleteQuestion } from './saved-tools.tsx'

type ListProps = { kind: SavedQuestion['kind']; onChoose: (saved: SavedQuestion) => void }

export function SavedList({ kind, onChoose }: ListProps) {
  const list = useInfiniteQuery(savedQuestions(kind))
  const [deleted, setDeleted] = useState<string>()
  const { data, error, refetch } = list
  const all = data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <AdminFailure error={error} fallback={`Failed to fetch the saved ${kind}s`} onRetry={() => void refetch()} />
      {deleted !== undefined && <DoneNote>{`${deleted} is deleted.`}</DoneNote>}
      {all?.length === 0 && (
        <p className="py-2.5 text-rinse">
          No {kind} is saved yet. Every analyst sees the {kind}s that you save.
        </p>
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

type SavedProps = Omit<ListProps, 'kind'> & { saved: SavedQuestion; onDeleted: (name: string) => void }

function Saved({ saved, onChoose, onDeleted }: SavedProps) {
  const { kind, name, version, sql, rule } = saved
  if (sql === null && rule === null)
    return (
      <li className="py-2.5 text-stone">
        {name}, version {version}: its text was erased with its author’s account{' '}
        <DeleteQuestion kind={kind} name={name} onDeleted={onDeleted} />
      </li>
    )
  return (
    <Choice onChoose={() => onChoose(saved)}>
      {name} <span className="num text-stone no-underline">version {version}</span>
    </Choice>
  )
}

type ChoiceProps = { onChoose: () => void; about?: string; children: ReactNode }

export const Choice = ({ onChoose, about, children }: ChoiceProps) => (
  <li>
    <button
      type="button"
      onClick={onChoose}
      className="min-h-11 py-2 text-left wrap-anywhere underline decoration-faded hover:decoration-thread hover:decoration-2 lg:min-h-8 lg:py-1"
    >
      {children}
    </button>
    {about !== undefined && <p className="type-small mb-2 text-rinse">{about}</p>}
  </li>
)
