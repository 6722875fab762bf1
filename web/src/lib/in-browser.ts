/** False while the gateway draws a page's first view, where there is neither a user nor storage. */
export const inBrowser = typeof window !== 'undefined'
