import type { Browser, BrowserContext, Page } from 'playwright-core'
import { AS_THE_OLDEST_BROWSER } from './oldest-browser.ts'
import { watchRequests } from './watched-requests.ts'

type Size = Readonly<{ width: number; height: number }>
type Kind = Readonly<{ browser: Browser; url: string; viewport: Size }>

/**
 * Pages that their tests no longer use. The next test of a shop at the same address uses them again. A new page would be a new process,
 * which takes more time than most tests.
 */
const ended = new Set<Page>()
const kinds = new WeakMap<Page, Kind>()

const EVENTS = ['console', 'dialog', 'pageerror', 'popup', 'request', 'requestfailed', 'response'] as const
/** A file that every shop has and that runs no script. */
const PLAIN = '/robots.txt'
const MOST_WAIT_MS = 3000

/**
 * Returns a page that has only the features of the oldest supported browser, and no data from other tests. Without `fresh`, its cache can
 * already have the shop's scripts and pictures.
 */
export async function takePage(kind: Kind, { fresh = false } = {}): Promise<Page> {
  for (const page of fresh ? [] : ended) {
    const { browser, url } = kinds.get(page) ?? {}
    if (browser !== kind.browser || url !== kind.url) continue
    ended.delete(page)
    if (page.isClosed()) continue
    await page.setViewportSize(kind.viewport)
    return page
  }
  const { browser, url, viewport } = kind
  const context = await browser.newContext({ baseURL: url, viewport, reducedMotion: 'reduce' })
  watchRequests(context)
  await context.addInitScript(AS_THE_OLDEST_BROWSER)
  const page = await context.newPage()
  await page.goto(PLAIN)
  kinds.set(page, kind)
  return page
}

/** Call this if a test adds scripts to a page, because they cannot be removed. Then the page is closed at the end of the test. */
export const isNotKept = (page: Page) => kinds.delete(page)

/** A test file leaves at most this many pages to the next test file. */
const MOST_KEPT = 4

/**
 * Call this at the end of a test file. It keeps the last few unused pages for the next test file, if its shop has the same address. Returns
 * the contexts of these pages.
 */
export function keepLast(): ReadonlySet<BrowserContext> {
  for (const page of [...ended].slice(0, -MOST_KEPT)) ended.delete(page)
  return new Set([...ended].map((page) => page.context()))
}

/** Call this at the end of a test. The page is kept if everything that the test has done to it can be undone; otherwise it is closed. */
export async function endPage(page: Page): Promise<void> {
  const kind = kinds.get(page)
  if (kind && (await isClean(page, kind).catch(() => false))) ended.add(page)
  else await page.context().close()
}

async function isClean(page: Page, { url }: Kind): Promise<boolean> {
  const context = page.context()
  if (page.isClosed() || context.pages().length > 1 || new URL(page.url()).origin !== url) return false
  for (const event of EVENTS) page.removeAllListeners(event)
  await Promise.all([
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearCookies(),
    context.setOffline(false),
    page.emulateMedia({ media: null, reducedMotion: 'reduce' }),
  ])
  await page.goto(PLAIN, { timeout: MOST_WAIT_MS })
  return page.evaluate(
    `(localStorage.clear(), sessionStorage.clear(), typeof __pwClock === 'undefined')`,
  ) as Promise<boolean>
}
