import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { launch, leave } from '../support/browser.ts'
import { repeatBusyWrites } from '../support/busy-writes.ts'
import { callerAt, type ShopCaller } from '../support/caller.ts'
import { endPage, takePage } from '../support/kept-pages.ts'
import { adminAt, PASSWORD } from '../support/people.ts'
import { ADMIN, startShop } from '../support/shop.ts'
import { needed } from '../support/tried.ts'

/** Sets up a `describe`: a shop without the demo, a caller who is the admin, and a new page before each test. */
export function adminPages(environment: Record<string, string> = {}) {
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  let admin: ShopCaller
  let page: Page
  /** The errors that scripts of the page have thrown. */
  const wrong: string[] = []

  beforeAll(async () => {
    shop = await startShop({ DEMO: 'off', ...environment }, { web: true })
    browser = await launch()
    admin = await adminAt(shop.url)
  })
  afterAll(async () => {
    if (page) await endPage(page)
    await leave(browser)
    await shop?.close()
  })
  beforeEach(async ({ onTestFailed }) => {
    if (page) await endPage(page)
    page = await takePage({ browser, url: shop.url, viewport: { width: 1440, height: 900 } })
    if (process.env.SHOP_URL) await repeatBusyWrites(page)
    wrong.length = 0
    page.on('pageerror', (error) => wrong.push(error.message))
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`)
    })
    onTestFailed(async () =>
      console.error([...refused, page.url(), await page.locator('body').ariaSnapshot()].join('\n')),
    )
  })

  return {
    get url() {
      return shop.url
    },
    get browser() {
      return browser
    },
    get admin() {
      return admin
    },
    get page() {
      return page
    },
    wrong,
    /** Puts a session into local storage, as after signing in. The login page is tested separately. */
    async signIn(to: string, { email, password = PASSWORD }: { email: string; password?: string } = ADMIN) {
      const session = await needed(() => callerAt(shop.url).post('/api/users/login', { email, password }))
      const kept = [session.token, JSON.stringify(session.user)].map((text) => JSON.stringify(text))
      await page.goto('/robots.txt')
      await page.evaluate(`[localStorage.token, localStorage.userInfo] = [${kept}]`)
      await page.goto(to)
    },
    row: (text: string) => page.getByRole('row').filter({ hasText: text }),
    note: (text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor(),
    focused: () => page.evaluate('document.activeElement?.textContent'),
    /** Presses Escape and waits until React has removed the dialog. The focus returns before that, and the dialog cannot open again yet. */
    async cancel() {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  }
}
