import { type ReactNode, Suspense, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useLogout } from '../account/account-api.ts'
import { useSession } from '../session/session-store.ts'
import { Menu } from '../ui/icons/icons.tsx'
import { Link } from '../ui/link.tsx'
import '../admin/admin.css'
import { Drawer } from '../ui/drawer.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { Tape } from '../ui/tape.tsx'
import { AdminNav } from './admin-nav.tsx'
import { wayOut } from './admin-way-out.ts'
import { LogNote } from './log-note.tsx'
import { ReadModelsNote } from './read-models-note.tsx'
import { useArrival } from './use-arrival.ts'
import { Wordmark } from './wordmark.tsx'

export function AdminLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const user = useSession((session) => session.user)
  const logout = useLogout()
  const [isLeaving, setLeaving] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  useArrival()

  if (isLeaving) return <Navigate to="/" replace />
  if (user?.role !== 'admin') return <Navigate to={wayOut(pathname, user)} replace />

  const leave = () => {
    setLeaving(true)
    logout()
  }

  return (
    <div className="admin relative grid min-h-screen content-start pl-(--tape) lg:grid-cols-[224px_minmax(0,1fr)] lg:content-stretch">
      <Tape className="left-0 z-10" />
      <a
        href="#main"
        className="sr-only z-20 bg-bleach px-4 py-3 focus:not-sr-only focus:absolute focus:top-2 focus:left-6"
      >
        Skip to content
      </a>
      <aside aria-label="Sidebar" className="hidden border-r border-hair lg:block">
        <div className="sticky top-0 py-5 pr-4 pl-5">
          <div className="mb-4.5 pl-2.5">
            <Home />
            <p className="type-xsmall text-stone">Admin</p>
          </div>
          <AdminNav onLogout={leave} />
        </div>
      </aside>
      <div className="min-w-0">
        <header className="flex h-14 items-center gap-1 border-b border-hair px-2 lg:hidden">
          <button
            type="button"
            className="icon-button"
            aria-label="Menu"
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
          >
            <Menu />
          </button>
          <Home />
          <span className="type-small ml-2 text-stone">Admin</span>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-4 pt-5 pb-12 md:px-7 md:pt-7 md:pb-14 xl:px-10 xl:pt-8 xl:pb-16"
        >
          <LogNote />
          <ReadModelsNote />
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </main>
      </div>
      <Drawer open={isMenuOpen} onClose={() => setMenuOpen(false)} side="left" title="Admin">
        <div className="-mx-2 py-3">
          <AdminNav onLogout={leave} onGo={() => setMenuOpen(false)} />
        </div>
      </Drawer>
    </div>
  )
}

const Home = () => (
  <Link to="/admin" aria-label="Selvedge admin">
    <Wordmark />
  </Link>
)
