import { useEffect, useRef, useState } from 'react'
import { Fork } from '../../ui/icons/admin-icons.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import type { Difference } from './edit-conflict.ts'
import type { DraftField } from './product-draft.ts'
import { PRODUCT_FORM } from './product-form.tsx'
import type { Conflict } from './use-product-edit.ts'

export function ConflictNote({ conflict }: { conflict: Conflict }) {
  const { differences } = conflict
  const [choice, setChoice] = useState<ReadonlySet<DraftField>>()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'center' })
    ref.current?.focus({ preventScroll: true })
    return () => document.getElementById(PRODUCT_FORM)?.querySelector('input')?.focus()
  }, [])

  const decideEach = () => {
    setChoice(new Set(differences.flatMap(({ field, isMyChange }) => (isMyChange ? field : []))))
    ref.current?.focus()
  }
  const choose = (field: DraftField, isMine: boolean) => {
    const next = new Set(choice)
    if (isMine) next.add(field)
    else next.delete(field)
    setChoice(next)
  }

  return (
    <div ref={ref} role="alert" tabIndex={-1} className="mb-7 bg-warn-wash p-4 text-warn">
      <p className="flex gap-2.5 font-semibold">
        <Fork />
        This product was changed elsewhere while you were editing it.
      </p>
      <ConflictTable differences={differences} choice={choice} onChoose={choose} />
      <div className="mt-3 flex flex-wrap gap-2">
        {choice ? (
          <AdminButton onClick={() => conflict.decide(choice)}>Put the chosen values into the form</AdminButton>
        ) : (
          <>
            <AdminButton onClick={conflict.keepMine}>Keep mine</AdminButton>
            <AdminButton variant="outline" onClick={conflict.takeTheirs}>
              Take theirs
            </AdminButton>
            <AdminButton variant="quiet" onClick={decideEach}>
              Decide field by field
            </AdminButton>
          </>
        )}
      </div>
    </div>
  )
}

type TableProps = {
  differences: readonly Difference[]
  /** Undefined until the admin decides field by field. */
  choice: ReadonlySet<DraftField> | undefined
  onChoose: (field: DraftField, isMine: boolean) => void
}

function ConflictTable({ differences, choice, onChoose }: TableProps) {
  const pick = (field: DraftField, isMine: boolean, text: string) =>
    choice ? (
      <label className="flex min-h-11 items-center gap-2 lg:min-h-6">
        <input
          type="radio"
          name={`decide-${field}`}
          aria-label={`${field}, ${isMine ? 'yours' : 'theirs'}: ${text || 'empty'}`}
          className="tick"
          checked={choice.has(field) === isMine}
          onChange={() => onChoose(field, isMine)}
        />
        {text || 'empty'}
      </label>
    ) : (
      text || 'empty'
    )

  return (
    <div className="facts-changed mt-3 bg-bleach text-raw" data-narrow="stacked">
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs (saved)</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, theirs, mine, isMyChange }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{pick(field, false, theirs)}</td>
              <td className={isMyChange ? 'bg-ok-wash text-ok' : ''}>{pick(field, true, mine)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
