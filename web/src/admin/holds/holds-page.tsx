import type { Hold } from '@shop/language/api/holds'
import { useState } from 'react'
import { DoneNote } from '../../ui/done-note.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { HoldsTable } from './holds-table.tsx'
import { useReleaseHold } from './use-release-hold.ts'

/** The pieces held by unpaid checkouts, with a way to release them (decisions K1). */
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
        lead="What checkouts hold that are not paid, most pieces first. Each ends by itself at its time."
      />
      <Failure error={release.error} fallback="Failed to release the pieces" />
      {release.isSuccess && <DoneNote>{`${release.variables.pieces} pieces are for sale again.`}</DoneNote>}
      <ListBody list={list} failure="Failed to fetch what is held" empty="Nothing is held.">
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

const consequenceOf = ({ pieces, user, payment }: Hold) =>
  `${pieces} pieces of ${user?.name ?? 'an erased customer'} are for sale again, and that checkout ends. ` +
  (payment === 'begun'
    ? 'The buyer has begun to pay. A payment that is approved already becomes the order instead; one that comes later has the pieces again if there are any, or goes back.'
    : 'Nobody has begun to pay for them.')
