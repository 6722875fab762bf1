import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { loadsDocument } from './own-document.ts'
import { writesEnd } from './writes-end.ts'

type HowToGo = { replace?: boolean }

/** Before the returned function loads a new document (own-document.ts), it waits until all writes have ended. */
export function useGo() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useCallback(
    async (to: string, { replace = false }: HowToGo = {}) => {
      if (!loadsDocument(window.location.pathname, to)) return navigate(to, { replace })
      await writesEnd(queryClient)
      if (replace) window.location.replace(to)
      else window.location.assign(to)
    },
    [navigate, queryClient],
  )
}

export function Redirect({ to }: { to: string }) {
  const go = useGo()
  useEffect(() => void go(to, { replace: true }), [go, to])
  return null
}
