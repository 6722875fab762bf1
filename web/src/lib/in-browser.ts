import { useSyncExternalStore } from 'react'

/** False while the server draws a first view. */
export const inBrowser = typeof window !== 'undefined'

/**
 * Whether the page can show what only the browser knows. False on the server and in the hydrating render, which must draw the same view.
 */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
