import type { Hold } from '@shop/language/hold/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { piecesInWords } from '../../orders/money-words.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { momentInWords } from '../orders/history-words.ts'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { AdminTable } from '../parts/admin-table.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'

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

const COLUMNS = [
  'Customer',
  'Products',
  { title: 'Pieces', end: true },
  { title: 'Held since', className: 'md:pl-6!' },
  { title: 'Actions', end: true },
]

type TableProps = {
  holds: readonly Hold[]
  releasing: Hold | undefined
  onRelease: (hold: Hold) => void
}

function HoldsTable({ holds, releasing, onRelease }: TableProps) {
  return (
    <AdminTable narrow="lines" columns={COLUMNS}>
      {holds.map((hold) => (
        <HoldRow key={hold._id} hold={hold} isBusy={hold === releasing} onRelease={onRelease} />
      ))}
    </AdminTable>
  )
}

function HoldRow({ hold, isBusy, onRelease }: { hold: Hold; isBusy: boolean; onRelease: TableProps['onRelease'] }) {
  const { user, items, pieces, since, until, payment } = hold
  return (
    <tr>
      <td className="wrap-anywhere max-lg:basis-full">
        {user ? (
          <RowLink to={`/admin/users/${user._id}`}>{user.name}</RowLink>
        ) : (
          <span className="text-stone">N/A</span>
        )}
        {user && <p className="type-xsmall text-stone">{user.email}</p>}
      </td>
      <td data-wide className="wrap-anywhere">
        {items.map(({ productId, name, size, color, quantity }) => (
          <p key={`${productId} ${size} ${color}`}>
            {quantity} × {[name, size, color].filter(Boolean).join(', ')}
          </p>
        ))}
      </td>
      <td data-end className="num">
        {pieces}
      </td>
      <td data-second className="num md:pl-6!">
        {momentInWords(since)}
        <p className="type-xsmall text-stone">until {momentInWords(until)}</p>
        {payment !== 'none' && <p className="type-xsmall text-stone">{PAYMENT[payment]}</p>}
      </td>
      <td data-end data-second>
        {payment !== 'pending' && (
          <AdminButton
            variant="outline"
            busy={isBusy}
            busyLabel="Releasing…"
            aria-label={`Release ${piecesInWords([{ quantity: pieces }])} of ${user?.name ?? 'an erased customer'}`}
            onClick={() => onRelease(hold)}
          >
            Release
          </AdminButton>
        )}
      </td>
    </tr>
  )
}

const PAYMENT = {
  begun: 'The buyer has started to pay',
  pending: 'The provider is reviewing the payment',
}
