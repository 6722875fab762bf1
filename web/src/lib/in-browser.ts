import { useSyncExternalStore } from 'react'

/** False where a page's first view is drawn: nobody is known there, and nothing is kept. */
export const inBrowser = typeof window !== 'undefined'

/**
 * Whether what only the browser knows may be shown. False where the first view is drawn, and in the render that takes
 * it over, which has to begin with the same view; true right after.
 */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
