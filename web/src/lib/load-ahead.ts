import { useEffect } from 'react'

/** Preloads code that is likely to be needed next. Failures are ignored: the click tries again and reports them. */
export const ahead = (load: () => Promise<unknown>) => () => {
  load().catch(() => {})
}

/** Calls the function once the page is loaded and the browser has nothing else to do. Some browsers cannot say when: then at once. */
export function useWhenIdle(act: () => void) {
  useEffect(() => {
    const wait = () => (window.requestIdleCallback ?? setTimeout)(act)
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
    return () => window.removeEventListener('load', wait)
  }, [act])
}
