import type { BrowserContext, Page } from 'playwright-core'

/** The highest allowed cumulative layout shift (web.dev/cls). */
export const MOST_SHIFT = 0.1

/** Adds up the layout shifts in every page that is opened after this call. */
export const watchShifts = (pages: BrowserContext | Page) => pages.addInitScript(ADD_UP)

export const shiftOf = async (page: Page) => Number(await page.evaluate('globalThis.shifted'))

const ADD_UP = `globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value
  }).observe({ type: 'layout-shift', buffered: true })`
