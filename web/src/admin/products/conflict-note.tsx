import { useEffect, useRef, useState } from 'react'
import { Fork } from '../../ui/icons/admin-icons.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { ConflictTable } from './conflict-table.tsx'
import { differencesBetween } from './edit-conflict.ts'
import type { DraftField } from './product-draft.ts'
import type { Conflict } from './use-product-edit.ts'

export function ConflictNote({ conflict }: { conflict: Conflict }) {
  const differences = differencesBetween(conflict.base, conflict.mine, conflict.theirs)
  const [choice, setChoice] = useState<ReadonlySet<DraftField>>()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'center' })
    ref.current?.focus({ preventScroll: true })
  }, [])

  const decideEach = () => setChoice(new Set(differences.flatMap(({ field, isMyChange }) => (isMyChange ? field : []))))
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
