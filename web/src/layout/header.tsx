import type { User as Account } from '@shop/language/account/api'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession } from '../session/session-store.ts'
import { Search, User } from '../ui/icons/icons.tsx'
import { Link } from '../ui/link.tsx'
import { CartButton } from './cart-button.tsx'
import { MenuButton } from './menu-button.tsx'
import { SearchBand } from './search-band.tsx'
import { leadsTo, mainLinks } from './shop-links.ts'
import { useHidingHeader } from './use-hiding-header.ts'
import { Wordmark } from './wordmark.tsx'

const SEARCH = 'search'

export function Header() {
  const { pathname, search } = useLocation()
  const area = useSession(({ user }) => user && areas[user.role])
  const [searchOpen, setSearchOpen] = useState(false)
  const searchToggle = useRef<HTMLButtonElement>(null)
  useHidingHeader()

  const closeSearch = () => {
    setSearchOpen(false)
    searchToggle.current?.focus()
  }

  return (
    <header className="page-head border-b border-hair bg-bleach">
      <div className="wrap flex h-15 items-center gap-2 lg:h-19 lg:gap-11">
        <MenuButton />
        <Link to="/" aria-label="Selvedge, home">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden gap-1 lg:flex">
          {mainLinks.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              aria-current={leadsTo(link, pathname, search) ? 'page' : undefined}
              className="threaded p-3 text-[0.9375rem] font-[450] [--thread-bottom:6px] [--thread-inset:12px]"
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center">
          {area && (
            <Link
              to={area.to}
              className="threaded px-0.5 py-3 text-[0.9375rem] font-[450] [--thread-bottom:6px] [--thread-inset:2px] sm:px-3 sm:[--thread-inset:12px]"
            >
              {area.label}
            </Link>
          )}
          <button
            type="button"
            ref={searchToggle}
            className="icon-button"
            aria-label="Search"
            aria-expanded={searchOpen}
            aria-controls={SEARCH}
            onClick={() => setSearchOpen(!searchOpen)}
          >
            <Search />
          </button>
          <Link to="/profile" className="icon-button" aria-label="Profile">
            <User />
          </Link>
          <CartButton />
        </div>
      </div>
      <SearchBand id={SEARCH} open={searchOpen} onClose={closeSearch} />
    </header>
  )
}

const areas: Readonly<Partial<Record<Account['role'], { to: string; label: string }>>> = {
  analyst: { to: '/analysis/questions', label: 'Analysis' },
  admin: { to: '/admin', label: 'Admin' },
}
