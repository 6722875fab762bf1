import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

export type QuestionAddress = ReturnType<typeof useQuestionAddress>

/** `opening` counts the URLs that the user has opened, for example with the Back button, but not the URLs from `write`. */
export function useQuestionAddress() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const here = search + hash
  const [seen, setSeen] = useState({ here, written: here, opening: 0 })
  if (seen.here !== here) {
    const isOpened = here !== seen.written
    setSeen({ here, written: here, opening: seen.opening + (isOpened ? 1 : 0) })
  }
  return {
    here,
    opening: seen.opening,
    write(address: string, replace = false) {
      if (address === here) return
      setSeen({ ...seen, written: address })
      navigate(pathname + address, { replace, state: { keepScroll: true } })
    },
  }
}
