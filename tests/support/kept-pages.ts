import type { Browser, BrowserContext, Page } from 'playwright-core'
import { AS_THE_OLDEST_BROWSER } from './oldest-browser.ts'
import { watchRequests } from './watched-requests.ts'

type Size = Readonly<{ width: number; height: number }>
type Kind = Readonly<{ browser: Browser; url: string; viewport: Size }>

/**
 * Pages that have ended. The next test of a shop at the same address uses them again. A new page is a new process, which costs more than
 * most tests.
 */
const ended = new Set<Page>()
const kinds = new WeakMap<Page, Kind>()

const EVENTS = ['console', 'dialog', 'pageerror', 'popup', 'request', 'requestfailed', 'response'] as const
/** A file that every shop has and that runs no script. */
const PLAIN = '/robots.txt'
const MOST_WAIT_MS = 3000

/**
 * Returns a page of the oldest supported browser, without data of other tests. If `fresh` is not set, its cache may have the shop's scripts
 * and pictures.
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

/** Call this for a page with scripts that cannot be removed. The page is then closed at the end of its test. */
export const isNotKept = (page: Page) => kinds.delete(page)

/** How many pages one test file leaves to the next. */
const MOST_KEPT = 4

/**
 * Call this at the end of a test file. It keeps the last few ended pages for the next file's shop at the same address, and returns their
 * contexts.
 */
export function keepLast(): ReadonlySet<BrowserContext> {
  for (const page of [...ended].slice(0, -MOST_KEPT)) ended.delete(page)
  return new Set([...ended].map((page) => page.context()))
}

/** Call this at the end of a test. It keeps the page if everything the test did to it can be undone, and closes it otherwise. */
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
