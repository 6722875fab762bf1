import type { User as Account } from '@shop/language/account/api'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useCartCount } from '../cart/cart-api.ts'
import { useCartDrawer } from '../cart/cart-drawer-store.ts'
import { useSession } from '../session/session-store.ts'
import { Menu, Search, ShoppingBag, User } from '../ui/icons/icons.tsx'
import { Link } from '../ui/link.tsx'
import { pagePart } from './page-part.tsx'
import { SearchBand } from './search-band.tsx'
import { leadsTo, mainLinks } from './shop-links.ts'
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

const [MenuDrawer, loadAhead] = pagePart(async () => (await import('./menu-drawer.tsx')).MenuDrawer)

function MenuButton() {
  // Undefined until the drawer is first opened. After that the drawer stays mounted, so that it can slide out.
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        className="icon-button -ml-3 lg:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={() => setOpen(true)}
      >
        <Menu />
      </button>
      {isOpen !== undefined && <MenuDrawer open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

function CartButton() {
  const count = useCartCount()
  const show = useCartDrawer(({ show }) => show)
  return (
    <button
      type="button"
      className="icon-button -mr-2.5 md:mr-0"
      aria-label={`Cart, ${count} item${count === 1 ? '' : 's'}`}
      aria-haspopup="dialog"
      onClick={show}
    >
      <ShoppingBag />
      {count > 0 && (
        <span className="num absolute top-[5px] right-0.5 h-[1.125rem] min-w-[1.125rem] rounded-full bg-raw px-[5px] text-center text-[0.6875rem] leading-[1.125rem] font-semibold text-bleach">
          {count}
        </span>
      )}
    </button>
  )
}

/** The header ignores a shorter scroll. */
const MOVE_PX = 8

/**
 * Hides the header on scrolling down, and shows it on scrolling up (styles/controls.css). The header stays while one of its buttons is
 * pressed, so that the press is not lost.
 */
function useHidingHeader() {
  useEffect(() => {
    let last = window.scrollY
    let isPressed = false
    const look = () => {
      const { scrollY } = window
      if (isPressed || Math.abs(scrollY - last) < MOVE_PX) return
      document.documentElement.toggleAttribute('data-head-away', scrollY > last && scrollY > 200)
      last = scrollY
    }
    const press = ({ target }: Event) => {
      isPressed = target instanceof Element && target.closest('.page-head') !== null
    }
    // The header stays until the click, which comes after `pointerup`.
    const letGo = () => setTimeout(() => (isPressed = false))
    const stop = new AbortController()
    const listen = (type: string, act: (event: Event) => void) =>
      window.addEventListener(type, act, { passive: true, capture: true, signal: stop.signal })
    listen('scroll', look)
    listen('pointerdown', press)
    listen('pointerup', letGo)
    listen('pointercancel', letGo)
    return () => {
      stop.abort()
      document.documentElement.removeAttribute('data-head-away')
    }
  }, [])
}
