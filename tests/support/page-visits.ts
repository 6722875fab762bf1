import type { Locator, Page, Response } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, shootWindow, takesPictures } from './browser.ts'
import { PHONE } from './shopper-pages.ts'
import { HAS_TAKEN_OVER } from './taken-over.ts'
import { until } from './until.ts'
import { unansweredOf } from './watched-requests.ts'

export const DESK = { width: 1440, height: 900 }

/** The two widths that every page is designed for. */
export const WIDTHS = [PHONE, DESK]

/** If waiting takes longer than this, the test fails. It is long enough for a busy machine. */
const HANGS = { timeout: 120_000 }

/** Opens an address and waits until the client has hydrated the page. It also works in hooks. */
export async function go(page: Page, path: string) {
  const response = await page.goto(path)
  await until(async () => expect(await hasTakenOver(page)).toBe(true), HANGS)
  return response
}

export const hasTakenOver = (page: Page) => page.evaluate(HAS_TAKEN_OVER)

/**
 * Waits until the client has hydrated the page, and until all its requests except streams have ended. Playwright's own waiting for an idle
 * network always takes some more time, and never ends for a page with a stream.
 */
export async function atRest(page: Page) {
  await eventually(() => hasTakenOver(page)).toBe(true)
  await eventually(async () => {
    // What the page shows now can cause more requests, such as for visible pictures.
    await page.evaluate(TWO_FRAMES)
    return unansweredOf(page)
  }).toEqual([])
}

const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/**
 * Does something on a page, and waits for the shop's answer to the call that this causes: `answered(page, 'PUT /api/cart', () =>
 * more.click())`. The page itself can show a change before the shop has answered.
 */
export async function answered(page: Page, call: string, press: () => Promise<unknown>) {
  const isCall = (answer: Response) => `${answer.request().method()} ${new URL(answer.url()).pathname}` === call
  const [answer] = await Promise.all([page.waitForResponse(isCall), press()])
  return answer
}

export async function fillIn(page: Page, fields: Readonly<Record<string, string>>, button: string) {
  for (const [label, value] of Object.entries(fields))
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: button }).click()
}

export const eventually = <T>(read: () => T) => expect.poll(read)

/** Takes pictures of the whole page at both widths of the gallery. At the end the page has its width again. */
export const picture = (page: Page, name: string) =>
  atSizes(page, WIDTHS, ({ width }) => shoot(page, `${name}-${width}`))

/** Takes pictures of only the window, for elements that are above the page, such as dialogs. */
export const windowPicture = (page: Page, name: string, sizes = WIDTHS) =>
  atSizes(page, sizes, ({ width }) => shootWindow(page, `${name}-${width}`))

async function atSizes(page: Page, sizes: readonly Size[], act: (size: Size) => Promise<unknown>) {
  if (!takesPictures) return
  const before = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await act(size)
  }
  if (before) await page.setViewportSize(before)
}

type Size = typeof PHONE

/** Waits until each of the exact texts is visible. */
export async function sees(page: Page, ...texts: readonly string[]) {
  for (const text of texts) await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
}

export const hrefOf = (link: Locator) => link.evaluate((link) => link.getAttribute('href')) as Promise<string>

/** The addresses of the links below a locator, in their order. */
export const hrefsIn = (place: Locator) =>
  place.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))) as Promise<string[]>
