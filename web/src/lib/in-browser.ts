/** False where the gateway draws a page's first view: nobody is known there, and nothing is kept. */
export const inBrowser = typeof window !== 'undefined'
