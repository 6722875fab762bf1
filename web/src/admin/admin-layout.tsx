import { type ReactNode, useCallback, useState } from 'react'
import './admin.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AsOfEvent } from '../layout/as-of-event.tsx'
import { OpenCases } from '../layout/open-cases.tsx'
import { pagesAsOf } from '../layout/pages-as-of.ts'
import { ReadModelsNote } from '../layout/read-models-note.tsx'
import { ReadinessNote } from '../layout/readiness-note.tsx'
import { StaffLayout } from '../layout/staff-layout.tsx'
import type { StaffLink } from '../layout/staff-nav.tsx'
import { api } from '../lib/api.ts'
import { Dashboard, History, Mail, Package, Shirt, Shop, Users } from '../ui/icons/admin-icons.tsx'
import { CircleAlert } from '../ui/icons/icons.tsx'
import { FindDialog } from './find/find-dialog.tsx'

const links: readonly StaffLink[] = [
  { label: 'Dashboard', to: '/admin', Icon: Dashboard },
  { label: 'Users', to: '/admin/users', Icon: Users },
  { label: 'Products', to: '/admin/products', Icon: Shirt },
  { label: 'Orders', to: '/admin/orders', Icon: Package },
  { label: 'Needs attention', to: '/admin/cases', Icon: CircleAlert, badge: <OpenCases /> },
  { label: 'Outbox', to: '/admin/outbox', Icon: Mail },
  { label: 'Analysis', to: '/analysis/questions', Icon: History },
  { label: 'Shop', to: '/collections/all', Icon: Shop },
]

/** Pages that are not in the menu. */
const ELSEWHERE = [
  { label: 'Deleted products and orders', to: '/admin/deleted' },
  { label: 'Held pieces', to: '/admin/holds' },
]

export function AdminLayout({ children }: { children: ReactNode }) {
  const [isFinding, setFinding] = useState(false)
  const find = useCallback(() => setFinding(true), [])
  useFindKey(find)
  return (
    <StaffLayout name="Admin" links={links} isFor={(role) => role === 'admin'} notes={<Notes />} onFind={find}>
      {children}
      {isFinding && <FindDialog pages={[...links, ...ELSEWHERE]} onClose={() => setFinding(false)} />}
    </StaffLayout>
  )
}

const Notes = () => (
  <>
    <ReadinessNote />
    <ReadModelsNote />
    <ConsistencyMeter />
  </>
)

const LOOK_EVERY_MS = 5_000

/** Shows the newest event that the admin's pages include, and how many later events the log has. */
function ConsistencyMeter() {
  const { data } = useQuery({
    queryKey: ['admin', 'consistency'],
    queryFn: ({ signal }) => pagesAsOf((path) => api.get(path, { signal })),
    refetchInterval: LOOK_EVERY_MS,
  })
  return data ? <AsOfEvent {...data} /> : null
}

function useFindKey(onFind: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) onFind()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onFind])
}
