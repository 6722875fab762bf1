import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { isNotKept } from '../support/kept-pages.ts'
import { eventually, go, WIDTHS, windowPicture } from '../support/page-visits.ts'
import { builtFile } from './built-file.ts'
import { looksWrong } from './looks.ts'
import { shopInBrowser } from './shop-in-browser.ts'

const TYPED = 'black leather'

describe.runIf(hasBrowser)('text typed right after the search was opened', () => {
  const there = shopInBrowser()
  const box = (page: Page) => page.getByRole('combobox', { name: 'Search' })
  const opener = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search' }).first()

  async function openHome(size: (typeof WIDTHS)[number]) {
    const page = await there.shopping.open()
    await page.setViewportSize(size)
    isNotKept(page)
    return page
  }

  /** Holds a file back until it is released. */
  async function hold(page: Page, module: `src/${string}`) {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(`**/${builtFile(module)}`, (route) => promise.then(() => route.continue()))
    return resolve
  }

  describe.each(WIDTHS)('$width wide', (size) => {
    test('arrives complete, letter by letter without a pause', async () => {
      const page = await openHome(size)
      await go(page, '/')
      await opener(page).focus()
      // Keys go to the focused element. If the focus were still on the button, a typed space would press the button again.
      await page.keyboard.press('Enter')
      await page.keyboard.type(TYPED)
      expect(await box(page).inputValue()).toBe(TYPED)
      await page.getByRole('option').first().waitFor()
      expect(await looksWrong(page)).toEqual([])
      await windowPicture(page, 'search-typed', [size])
      await page.keyboard.press('Escape')
      await eventually(() => box(page).count()).toBe(0)
      await page.keyboard.press('Enter')
      expect(await box(page).inputValue(), 'it opens empty again').toBe('')
    })

    test('survives hydration, and can be searched for without the client', async () => {
      const page = await openHome(size)
      const release = await hold(page, 'src/main.tsx')
      await page.goto('/', { waitUntil: 'commit' })
      await opener(page).click()
      await page.keyboard.type(TYPED)
      expect(await box(page).inputValue()).toBe(TYPED)
      release()
      await page.getByRole('option').first().waitFor()
      expect(await box(page).inputValue()).toBe(TYPED)

      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await hold(page, 'src/main.tsx')
      await page.goto('/', { waitUntil: 'commit' })
      await opener(page).click()
      await page.keyboard.type(TYPED)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/collections/all/?search=black+leather', { waitUntil: 'commit' })
    })

    test('can be searched for even if the code of suggestions does not load', async () => {
      const page = await openHome(size)
      await hold(page, 'src/layout/search-suggestions.tsx')
      await go(page, '/')
      await opener(page).click()
      await page.keyboard.type(TYPED)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/collections/all/?search=black%20leather')
      await page
        .getByRole('button', { name: `Remove filter “${TYPED}”` })
        .first()
        .waitFor()
    })

    test('the code of the search and the cart is requested before a button is pressed', async () => {
      const page = await openHome(size)
      const files = ['src/layout/search-suggestions.tsx', 'src/cart/cart-drawer.tsx'] as const
      const loaded = Promise.all(files.map((file) => page.waitForResponse(`**/${builtFile(file)}`)))
      await page.goto('/')
      await loaded
    })
  })
})
