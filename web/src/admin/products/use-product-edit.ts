import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useKeptWork } from '../parts/use-kept-work.ts'
import { decided, rebased } from './edit-conflict.ts'
import { changesBetween, type Draft, type DraftField, draftOf } from './product-draft.ts'
import { productToEdit, useUpdateProduct, type Versioned } from './products-api.ts'

type Origin = { draft: Draft; etag: string }
const originOf = ({ body, etag }: Versioned): Origin => ({ draft: draftOf(body), etag })

export function useProductEdit(loaded: Versioned, onSaved: (name: string) => void) {
  const { _id } = loaded.body
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useUpdateProduct(_id)
  // Restored work keeps the version with which it began, so that a later version still causes a conflict.
  const kept = useKeptWork<{ origin: Origin; draft: Draft }>()
  const [origin, setOrigin] = useState(() => kept.found?.origin ?? originOf(loaded))
  const [draft, setDraft] = useState(() => kept.found?.draft ?? origin.draft)
  const isUnsaved = Object.keys(changesBetween(origin.draft, draft)).length > 0
  useEffect(() => {
    if (isUnsaved) kept.keep({ origin, draft })
    else kept.forget()
  }, [isUnsaved, origin, draft])
  const [theirs, setTheirs] = useState<Origin>()
  const [isLookLost, setLookLost] = useState(false)

  const save = (from: Origin, wanted: Draft) => {
    setLookLost(false)
    mutate(
      { changes: changesBetween(from.draft, wanted), etag: from.etag },
      { onSuccess: ({ name }) => saved(name), onError: (refusal) => isConflict(refusal) && lookAgain(from, wanted) },
    )
  }

  const saved = (name: string) => {
    kept.forget()
    onSaved(name)
  }

  const lookAgain = async (from: Origin, wanted: Draft) => {
    try {
      const newest = originOf(await queryClient.fetchQuery({ ...productToEdit(_id), staleTime: 0 }))
      const left = changesBetween(newest.draft, rebased(from.draft, wanted, newest.draft))
      if (Object.keys(left).length === 0) saved(newest.draft.name)
      else setTheirs(newest)
    } catch {
      setLookLost(true)
    }
  }

  const continueFrom = (from: Origin, wanted: Draft) => {
    setOrigin(from)
    setDraft(wanted)
    setTheirs(undefined)
    reset()
  }

  return {
    draft,
    isDivided: origin.draft.stock.length > 0,
    unsaved: { isUnsaved, isFound: kept.found !== null, onForget: kept.forget },
    change: setDraft,
    isPending,
    error: isConflict(error) && !isLookLost ? null : error,
    save: () => save(origin, draft),
    discard() {
      const newest = originOf(loaded)
      continueFrom(newest, newest.draft)
    },
    conflict: theirs && {
      base: origin.draft,
      mine: draft,
      theirs: theirs.draft,
      keepMine: () => {
        const wanted = rebased(origin.draft, draft, theirs.draft)
        continueFrom(theirs, wanted)
        save(theirs, wanted)
      },
      takeTheirs: () => continueFrom(theirs, theirs.draft),
      decide: (takeMine: ReadonlySet<DraftField>) =>
        continueFrom(theirs, decided(theirs.draft, rebased(origin.draft, draft, theirs.draft), takeMine)),
    },
  }
}
export type Conflict = NonNullable<ReturnType<typeof useProductEdit>['conflict']>

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412
