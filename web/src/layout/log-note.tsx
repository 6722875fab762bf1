import type { Health } from '@shop/language/api/health'
import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { Note } from '../ui/note.tsx'

const LOOK_EVERY_MS = 60_000

/** Says that the shop takes no change: its log is not what it has stored, or nothing can be stored. Nothing while all is as it should be. */
export function LogNote() {
  const { data } = useQuery({
    queryKey: ['admin', 'readiness'],
    queryFn: ({ signal }) => api.get<Health>('/readyz', { signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
  const { chain, writes } = data?.checks ?? {}
  if (chain !== 'broken' && writes !== 'refused') return null
  return (
    <div className="mb-6">
      <Note tone="bad">{chain === 'broken' ? CHANGED : UNWRITABLE}</Note>
    </div>
  )
}

const CHANGED = (
  <>
    <b className="font-semibold">The shop’s records were changed by something other than the shop.</b> Everything can be
    looked at, but nobody can buy or change anything until they are restored from a backup. The operator’s log names the
    place, and <code className="wrap-anywhere">npm run verify-log</code> shows it.
  </>
)

const UNWRITABLE = (
  <>
    <b className="font-semibold">The shop cannot store anything: its disk is full, or can only be read.</b> Everything
    can be looked at, but nobody can buy or change anything. It goes on by itself once there is room; the operator’s log
    names the folder.
  </>
)
