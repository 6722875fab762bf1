import { useSyncExternalStore } from 'react'

/** False where the server draws a page's first view. There no user is known, and nothing is stored. */
export const inBrowser = typeof window !== 'undefined'

/**
 * Whether the page may show what only the browser knows. False on the server and in the hydrating render, which must begin with the same
 * view. True right after that.
 */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
