import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * A new path or query scrolls to the top, unless the link has the state `keepScroll`. A new path also moves the focus into the page. When
 * the user goes back, the browser restores the scroll position.
 */
export function useArrival() {
  const { pathname, search, state } = useLocation()
  const way = useNavigationType()
  const before = useRef({ pathname, search })

  useEffect(() => {
    const last = before.current
    before.current = { pathname, search }
    if (way === 'POP' || (last.pathname === pathname && last.search === search)) return
    if ((state as { keepScroll?: boolean } | null)?.keepScroll) return
    window.scrollTo(0, 0)
    if (last.pathname !== pathname) document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, search, state, way])
}
