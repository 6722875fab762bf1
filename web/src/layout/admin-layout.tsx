import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import '../admin/admin.css'
import { useFindKey } from '../admin/find/use-find-key.ts'
import { Dashboard, History, Mail, Package, Shirt, Shop, Users } from '../ui/icons/admin-icons.tsx'
import { CircleAlert } from '../ui/icons/icons.tsx'
import { LogNote } from './log-note.tsx'
import { OpenCases } from './open-cases.tsx'
import { ReadModelsNote } from './read-models-note.tsx'
import { StaffLayout } from './staff-layout.tsx'
import type { StaffLink } from './staff-nav.tsx'

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

const FindDialog = lazy(async () => ({ default: (await import('../admin/find/find-dialog.tsx')).FindDialog }))

export function AdminLayout({ children }: { children: ReactNode }) {
  const [isFinding, setFinding] = useState(false)
  const find = useCallback(() => setFinding(true), [])
  useFindKey(find)
  return (
    <StaffLayout name="Admin" links={links} isFor={(role) => role === 'admin'} notes={<Notes />} onFind={find}>
      {children}
      {isFinding && (
        <Suspense fallback={null}>
          <FindDialog pages={links} onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </StaffLayout>
  )
}

const Notes = () => (
  <>
    <LogNote />
    <ReadModelsNote />
  </>
)
