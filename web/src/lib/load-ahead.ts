import { useEffect } from 'react'

/** Preloads code that is likely to be needed next. A failure is ignored, because a click loads the code again and reports the failure. */
export const ahead = (load: () => Promise<unknown>) => () => {
  load().catch(() => {})
}

/**
 * Calls the function once the page is loaded and the browser is idle. In browsers without idle callbacks, the function is called right
 * after the page is loaded.
 */
export function useWhenIdle(act: () => void) {
  useEffect(() => {
    const wait = () => (window.requestIdleCallback ?? setTimeout)(act)
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
    return () => window.removeEventListener('load', wait)
  }, [act])
}
