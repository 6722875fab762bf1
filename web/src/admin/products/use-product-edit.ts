import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useKeptWork } from '../parts/use-kept-work.ts'
import { decided, differencesBetween, rebased, salesWhileEdited } from './edit-conflict.ts'
import { changesBetween, type Draft, type DraftField, draftOf } from './product-draft.ts'
import { productToEdit, recountsSince, useUpdateProduct, type Versioned } from './products-api.ts'
import type { Recount } from './stock-cells.ts'

type Origin = { draft: Draft; etag: string }
type Newest = Origin & { recounts: readonly Recount[] }
const originOf = ({ body, etag }: Versioned): Origin => ({ draft: draftOf(body), etag })

export function useProductEdit(loaded: Versioned, onSaved: (words: string) => void) {
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
  const [theirs, setTheirs] = useState<Newest>()
  const [isLookLost, setLookLost] = useState(false)

  const save = (from: Origin, wanted: Draft) => {
    setLookLost(false)
    mutate(
      { changes: changesBetween(from.draft, wanted), etag: from.etag },
      {
        onSuccess: (product) => saved(from, wanted, draftOf(product)),
        onError: (refusal) => isConflict(refusal) && lookAgain(from, wanted),
      },
    )
  }

  const saved = (from: Origin, wanted: Draft, now: Draft) => {
    kept.forget()
    onSaved([`${now.name} saved.`, ...salesWhileEdited(from.draft, wanted, now)].join(' '))
  }

  const lookAgain = async (from: Origin, wanted: Draft) => {
    try {
      const newest = await newestSince(from, _id, queryClient)
      const left = changesBetween(newest.draft, rebased(from.draft, wanted, newest.draft, newest.recounts))
      if (Object.keys(left).length === 0) saved(from, wanted, newest.draft)
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

  const ofMine = theirs && rebased(origin.draft, draft, theirs.draft, theirs.recounts)
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
    conflict: theirs &&
      ofMine && {
        differences: differencesBetween(origin.draft, draft, theirs.draft, theirs.recounts),
        keepMine: () => {
          continueFrom(theirs, ofMine)
          save(theirs, ofMine)
        },
        takeTheirs: () => continueFrom(theirs, theirs.draft),
        decide: (takeMine: ReadonlySet<DraftField>) => continueFrom(theirs, decided(theirs.draft, ofMine, takeMine)),
      },
  }
}
export type Conflict = NonNullable<ReturnType<typeof useProductEdit>['conflict']>

async function newestSince({ etag }: Origin, id: string, queryClient: QueryClient): Promise<Newest> {
  const newest = originOf(await queryClient.fetchQuery({ ...productToEdit(id), staleTime: 0 }))
  return { ...newest, recounts: await recountsSince(id, etag, newest.etag) }
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412
