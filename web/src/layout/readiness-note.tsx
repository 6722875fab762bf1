import type { Health } from '@shop/language/shop/api'
import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { Note } from '../ui/note.tsx'

const LOOK_EVERY_MS = 2_000

export function ReadinessNote() {
  const { data } = useQuery({
    queryKey: ['admin', 'readiness'],
    queryFn: ({ signal }) => api.get<Health>('/readyz', { signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
  const wrong = wrongIn(data?.checks ?? {})
  return wrong && <div className="mb-6">{wrong}</div>
}

function wrongIn({ chain, writes, readModels }: Readonly<Record<string, string>>) {
  if (chain === 'broken') return CHANGED
  if (writes === 'refused') return UNWRITABLE
  return readModels === 'behind' ? BEHIND : null
}

const CHANGED = (
  <Note tone="bad">
    <b className="font-semibold">The shop’s records were changed by something other than the shop.</b> Pages can still
    be viewed, but no one can buy or change anything until the records are restored from a backup. The operator’s log
    names the changed event, and <code className="wrap-anywhere">npm run shop -- verify-log</code> shows it.
  </Note>
)

const UNWRITABLE = (
  <Note tone="bad">
    <b className="font-semibold">The shop cannot store anything: its disk is full or read-only.</b> Pages can still be
    viewed, but no one can buy or change anything. The shop continues automatically once it can write again. The
    operator’s log names the folder that cannot be written.
  </Note>
)

const BEHIND = (
  <Note tone="warn">
    <b className="font-semibold">These pages are behind: the newest orders and changes are not shown yet.</b> They are
    stored, and the shop keeps selling. The pages catch up automatically. If the pages are still behind after a minute,
    the operator must check whether a process <code className="wrap-anywhere">projections</code> is running.
  </Note>
)
