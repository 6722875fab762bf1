import { describe, expect, test } from 'vitest'
import { firefox, isTried } from '../../tools/suites/tools-at-hand.ts'
import { DESK } from '../support/page-visits.ts'
import { pagesOf } from '../support/pdf-pages.ts'
import { buy, customerAt, listProduct } from '../support/people.ts'
import { ADMIN } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { untilTestEnds } from './all-browsers.ts'
import type { DrivenWindow } from './driven-window.ts'
import { startFirefox } from './firefox.ts'
import { shopOfSuite } from './shop-of-suite.ts'
import { go, press, reaches, sees, shown, signIn } from './shopper.ts'

describe.runIf(isTried(firefox))('in Firefox', () => {
  const there = shopOfSuite()

  async function signInTo(window: DrivenWindow, path: string, person: Parameters<typeof signIn>[1]) {
    await go(window, `${there.url}/login?redirect=${path}`)
    await signIn(window, person)
    await reaches(window, path)
  }

  test('an order, its packing slip and its receipt each fit on one printed sheet', async () => {
    const customer = await customerAt(there.url)
    const { _id } = await buy(customer, await listProduct(there.admin, { name: 'Loom Shirt' }))
    const { window } = await untilTestEnds(startFirefox(DESK))
    await signInTo(window, `/order/${_id}`, customer)
    await sees(window, 'Payment Approved')
    expect(pagesOf(await window.print())).toBe(1)

    await window.ask('localStorage.clear()')
    await signInTo(window, `/admin/orders/${_id}`, ADMIN)
    for (const paper of ['Packing slip', 'Receipt']) {
      await window.ask(PRINTS_ARE_NOTED)
      await press(window, paper)
      await until(async () => expect(await window.ask('window.hasPrinted')).toBe(true))
      expect(await window.ask(`document.querySelector('section[aria-label="${paper}"]') !== null`), paper).toBe(true)
      expect(pagesOf(await window.print()), paper).toBe(1)
    }
  })

  test('forced colors show which category and which size are chosen', async () => {
    for (const size of ['S', 'M']) await listProduct(there.admin, { name: `Shirt in ${size}`, sizes: [size] })
    await listProduct(there.admin, { name: 'Trousers', category: 'Bottom Wear' })
    const { window } = await untilTestEnds(startFirefox(DESK, { 'browser.display.document_color_use': 2 }))
    await go(window, `${there.url}/collections/all?category=Top+Wear&size=M`)
    const backgroundOf = (selector: string, name: string) =>
      window.ask(`getComputedStyle(${shown(selector, name)}).backgroundColor`)
    expect(await window.ask(`matchMedia('(forced-colors: active)').matches`)).toBe(true)
    for (const [selector, chosen, other] of [
      ['input[type=radio]', 'Top Wear', 'Bottom Wear'],
      ['button', 'M', 'S'],
    ] as const)
      expect(await backgroundOf(selector, chosen), chosen).not.toBe(await backgroundOf(selector, other))
  })
})

/** Replaces the print function of the page: the replacement notes calls, and opens no dialog. */
const PRINTS_ARE_NOTED = `(() => {
  window.hasPrinted = false
  window.print = () => { window.hasPrinted = true }
})()`
