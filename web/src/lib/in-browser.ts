import { useSyncExternalStore } from 'react'

/** False while the server draws a page's first view. The server knows no user, and it cannot read the browser's storage. */
export const inBrowser = typeof window !== 'undefined'

/**
 * Whether the page can already show what only the browser knows. It is false on the server, and false in the hydrating render, because this
 * render must draw the same view as the server. It becomes true right after that render.
 */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
