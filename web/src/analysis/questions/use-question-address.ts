import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

export type QuestionAddress = ReturnType<typeof useQuestionAddress>

/**
 * The address of the shown question, as its query and the text after `#`. `opening` counts the addresses that the user has opened, for
 * example with the Back button. The page shows the question of each opened address. `opening` does not count an address from `write`,
 * because its question is already shown.
 */
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
    /** Notes that the page now shows the question of this address. `replace`: adds no entry to the browser's history. */
    write(address: string, replace = false) {
      if (address === here) return
      setSeen({ ...seen, written: address })
      navigate(pathname + address, { replace, state: { keepScroll: true } })
    },
  }
}
