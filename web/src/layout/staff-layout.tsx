import type { User } from '@shop/language/account/api'
import { type ReactNode, Suspense, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useLogout } from '../account/account-api.ts'
import { useRenewedUser } from '../session/use-renewed-user.ts'
import { Drawer } from '../ui/drawer.tsx'
import { Menu, Search } from '../ui/icons/icons.tsx'
import { Link } from '../ui/link.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { StorageNote } from '../ui/storage-note.tsx'
import { Tape } from '../ui/tape.tsx'
import { type StaffLink, StaffNav } from './staff-nav.tsx'
import { useArrival } from './use-arrival.ts'
import { Wordmark } from './wordmark.tsx'

type LayoutProps = {
  name: string
  /** The first link leads to the area's start page. */
  links: readonly StaffLink[]
  isFor: (role: User['role']) => boolean
  notes?: ReactNode
  onFind?: () => void
  children: ReactNode
}

export function StaffLayout({ name, links, isFor, notes, onFind, children }: LayoutProps) {
  const location = useLocation()
  const { user, isFetching } = useRenewedUser()
  const logout = useLogout()
  const [isLeaving, setLeaving] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  useArrival()

  if (isLeaving) return <Navigate to="/" replace />
  if (user && !isFor(user.role) && isFetching) return <Loading />
  if (!user || !isFor(user.role)) return <Navigate to={redirectOf(location, user)} replace />

  const leave = () => {
    setLeaving(true)
    logout()
  }
  const home = (
    <Link to={links[0]?.to ?? '/'} aria-label={`Selvedge ${name.toLowerCase()}`}>
      <Wordmark />
    </Link>
  )

  return (
    <div className="admin relative grid min-h-screen content-start print:block pl-(--tape) lg:grid-cols-[224px_minmax(0,1fr)] lg:content-stretch">
      <Tape className="left-0 z-10" />
      <a
        href="#main"
        className="sr-only z-20 bg-bleach px-4 py-3 focus:not-sr-only focus:absolute focus:top-2 focus:left-6"
      >
        Skip to content
      </a>
      <Sidebar name={name} links={links} home={home} onFind={onFind} onLogout={leave} />
      <div className="min-w-0">
        <TopBar name={name} home={home} onFind={onFind} onOpen={() => setMenuOpen(true)} />
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-4 pt-5 pb-12 md:px-7 md:pt-7 md:pb-14 xl:px-10 xl:pt-8 xl:pb-16"
        >
          <div className="print:hidden">
            <StorageNote />
            {notes}
          </div>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </main>
      </div>
      <Drawer open={isMenuOpen} onClose={() => setMenuOpen(false)} side="left" title={name}>
        <div className="-mx-2 py-3">
          <StaffNav label={name} links={links} onLogout={leave} onGo={() => setMenuOpen(false)} />
        </div>
      </Drawer>
    </div>
  )
}

type BarProps = Pick<LayoutProps, 'name'> & { home: ReactNode; onFind: (() => void) | undefined }

const Sidebar = ({
  name,
  links,
  home,
  onFind,
  onLogout,
}: BarProps & Pick<LayoutProps, 'links'> & { onLogout: () => void }) => (
  <aside aria-label="Sidebar" className="hidden border-r border-hair lg:block print:hidden">
    <div className="sticky top-0 py-5 pr-4 pl-5">
      <div className="mb-4.5 pl-2.5">
        {home}
        <p className="type-xsmall text-stone">{name}</p>
      </div>
      {onFind && (
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onFind}
          className="mb-3 flex min-h-10 w-full items-center gap-3 border border-hair px-2.5 text-[0.90625rem] text-rinse hover:border-raw"
        >
          <Search />
          Find
          <kbd className="type-xsmall ml-auto text-stone">Ctrl K</kbd>
        </button>
      )}
      <StaffNav label={name} links={links} onLogout={onLogout} />
    </div>
  </aside>
)

const TopBar = ({ name, home, onFind, onOpen }: BarProps & { onOpen: () => void }) => (
  <header className="flex h-14 items-center gap-1 border-b border-hair px-2 lg:hidden print:hidden">
    <MenuToggle onOpen={onOpen} />
    {home}
    <span className="type-small ml-2 text-stone">{name}</span>
    {onFind && (
      <button type="button" className="icon-button ml-auto" aria-label="Find" aria-haspopup="dialog" onClick={onFind}>
        <Search />
      </button>
    )}
  </header>
)

const MenuToggle = ({ onOpen }: { onOpen: () => void }) => (
  <button type="button" className="icon-button" aria-label="Menu" aria-haspopup="dialog" onClick={onOpen}>
    <Menu />
  </button>
)

type Address = Readonly<{ pathname: string; search: string; hash: string }>

/** Where to redirect users who may not see the area (spec §2, §6). */
export function redirectOf({ pathname, search, hash }: Address, user: User | null): string {
  if (/^\/admin\/(users|orders)(\/|$)/.test(pathname)) return '/'
  // A signed-in customer gets no `redirect`, because login would send them back at once, in an endless loop.
  return user ? '/login' : `/login?redirect=${encodeURIComponent(pathname + search + hash)}`
}
