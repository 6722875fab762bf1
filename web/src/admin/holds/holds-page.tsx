import type { Hold } from '@shop/language/hold/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { piecesInWords } from '../../orders/money-words.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { HoldsTable } from './holds-table.tsx'

/** An admin can release pieces that unpaid checkouts hold (decisions K1). */
export function HoldsPage() {
  const list = useAdminList<Hold>('holds')
  const release = useReleaseHold()
  const [asked, setAsked] = useState<Hold>()
  const releaseAsked = () => {
    if (asked) release.mutate(asked)
    setAsked(undefined)
  }
  return (
    <>
      <PageHead
        title="Held pieces"
        lead="Pieces held by unpaid checkouts, most pieces first. Each hold ends automatically at the time shown."
      />
      <AdminFailure error={release.error} fallback="Failed to release the pieces" />
      {release.isSuccess && <DoneNote>{`For sale again: ${piecesOf(release.variables)}.`}</DoneNote>}
      <ListBody list={list} failure="Failed to fetch the held pieces" empty="No pieces are held.">
        <HoldsTable
          holds={list.items}
          releasing={release.isPending ? release.variables : undefined}
          onRelease={setAsked}
        />
      </ListBody>
      {asked && (
        <ConfirmDialog
          question="Release these pieces?"
          act="Release"
          onKeep={() => setAsked(undefined)}
          onAct={releaseAsked}
        >
          {consequenceOf(asked)}
        </ConfirmDialog>
      )}
    </>
  )
}

const piecesOf = ({ pieces }: Hold) => piecesInWords([{ quantity: pieces }])

function consequenceOf(hold: Hold) {
  const end = `the checkout of ${hold.user?.name ?? 'an erased customer'} ends, and others can buy ${piecesOf(hold)}.`
  return hold.payment === 'begun'
    ? `The buyer has started to pay. If you release the pieces, the shop checks the payment first. If the payment is approved, the checkout becomes an order and keeps its pieces. If not, ${end} If the buyer pays later, the order gets the pieces only if they are still available. Otherwise the payment is refunded.`
    : `The buyer has not started to pay. If you release the pieces, ${end}`
}

/** `evenIfBegun`: the dialog has warned the admin that the buyer has begun to pay. */
function useReleaseHold() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id, payment }: Hold) =>
      api.post(`/api/admin/holds/${encodeURIComponent(_id)}/release`, { body: { evenIfBegun: payment === 'begun' } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  })
}
