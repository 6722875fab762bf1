import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { launch, leave } from '../support/browser.ts'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { endPage } from '../support/kept-pages.ts'
import { DESK } from '../support/page-visits.ts'
import { adminAt } from '../support/people.ts'
import { ADMIN, startShop } from '../support/shop.ts'
import { type keptOf, openPage, type PHONE } from '../support/shopper-pages.ts'
import { type Shopping, shoppingAt } from '../support/shopping.ts'

type ShopInBrowser = { url: string; browser: Browser; admin: ShopCaller; shopping: Shopping }

/** Sets up a `describe`: starts a shop with its pages and a browser before the first test, and closes both after the last test. */
export function shopInBrowser(environment: Record<string, string> = {}): Readonly<ShopInBrowser> {
  const there = {} as ShopInBrowser
  const opening = new AsyncDisposableStack()
  beforeAll(async () => {
    const shop = opening.adopt(await startShop(environment, { web: true }), (started) => started.close())
    const browser = opening.adopt(await launch(), leave)
    const admin = await adminAt(shop.url)
    Object.assign(there, { url: shop.url, browser, admin, shopping: shoppingAt(shop.url, browser, admin) })
  })
  afterAll(() => opening.disposeAsync())
  return there
}

/** Opens a page as the admin. The page is closed after the test. */
export async function pageOfAdmin({ url, shopping }: Readonly<ShopInBrowser>, viewport: typeof PHONE): Promise<Page> {
  const { body } = await callerAt(url).post('/api/users/login', ADMIN)
  const page = await shopping.open({ token: body.token, userInfo: JSON.stringify(body.user) })
  await page.setViewportSize(viewport)
  return page
}

/** Opens a page at a path, in a browser with this storage. The page is closed after the test. */
export async function openAt(
  { browser, url }: Readonly<ShopInBrowser>,
  kept: ReturnType<typeof keptOf>,
  path: string,
  viewport = DESK,
): Promise<Page> {
  const { page } = await openPage(browser, url, kept, { viewport })
  onTestFinished(() => endPage(page))
  await page.goto(path)
  return page
}

/** The storage of the admin's browser. */
export const keptOfAdmin = ({ admin }: Readonly<ShopInBrowser>) => ({
  token: admin.token ?? '',
  userInfo: JSON.stringify({ _id: 'root', name: 'Root', email: ADMIN.email, role: 'admin' }),
})

/** Sets up a `describe`: opens a page for each test and closes it after the test. A test fails if a script of its page throws an error. */
export function pageOfEach(
  there: Readonly<ShopInBrowser>,
  viewport: typeof PHONE,
  onOpen: (page: Page) => Promise<void> | void,
) {
  let opened: Awaited<ReturnType<typeof openPage>>
  beforeEach(async () => {
    opened = await openPage(there.browser, there.url, {}, { viewport })
    await onOpen(opened.page)
  })
  afterEach(async () => {
    await endPage(opened.page)
    expect(opened.wrong).toEqual([])
  })
}
