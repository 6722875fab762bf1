import type { ReactNode } from 'react'
import '../admin/admin.css'
import { StaffLayout } from '../layout/staff-layout.tsx'
import type { StaffLink } from '../layout/staff-nav.tsx'
import { Book, Chart, Dashboard, Download, Events, History, Streams } from '../ui/icons/admin-icons.tsx'
import { Flask } from '../ui/icons/page-icons.tsx'
import { CopyNote } from './copy-note.tsx'

const links: readonly StaffLink[] = [
  { label: 'Questions', to: '/analysis/questions', Icon: Flask },
  { label: 'Reports', to: '/analysis/reports', Icon: Dashboard },
  { label: 'Board', to: '/analysis/board', Icon: Chart },
  { label: 'Time machine', to: '/analysis/time', Icon: History },
  { label: 'Events', to: '/analysis/events', Icon: Events },
  { label: 'Streams', to: '/analysis/streams', Icon: Streams },
  { label: 'Exports', to: '/analysis/exports', Icon: Download },
  { label: 'Event catalog', to: '/analysis/catalogue', Icon: Book },
]

export const AnalysisLayout = ({ children }: { children: ReactNode }) => (
  <StaffLayout name="Analyst" links={links} isFor={(role) => role !== 'customer'} notes={<CopyNote />}>
    {children}
  </StaffLayout>
)
