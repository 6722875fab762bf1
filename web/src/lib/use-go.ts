import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { loadsDocument } from './own-document.ts'

type HowToGo = { replace?: boolean }

/** Returns a function that goes to an address of the shop; it loads a document where that is needed (own-document.ts). */
export function useGo() {
  const navigate = useNavigate()
  return useCallback(
    (to: string, { replace = false }: HowToGo = {}) => {
      if (!loadsDocument(window.location.pathname, to)) navigate(to, { replace })
      else if (replace) window.location.replace(to)
      else window.location.assign(to)
    },
    [navigate],
  )
}

/** Goes to an address instead of showing this page. */
export function Redirect({ to }: { to: string }) {
  const go = useGo()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}
