import { useEffect } from 'react'

/** Preloads code. A failure is ignored, because a click loads the code again, and then reports a failure. */
export const ahead = (load: () => Promise<unknown>) => () => {
  load().catch(() => {})
}

/** Browsers without idle callbacks call `act` right after loading. */
export function useWhenIdle(act: () => void) {
  useEffect(() => {
    const wait = () => (window.requestIdleCallback ?? setTimeout)(act)
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
    return () => window.removeEventListener('load', wait)
  }, [act])
}
