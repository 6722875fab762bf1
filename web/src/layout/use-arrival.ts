import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * When the path or the query changes, scrolls to the top, unless the link has the state `keepScroll`. On a new path, also moves the focus
 * into the page. When the user goes back, the browser itself restores the scroll position.
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
