import { type Random, randomFrom } from '@shop/language/values/random-from'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launch, leave } from '../support/browser.ts'
import { DESK, eventually, hasTakenOver } from '../support/page-visits.ts'
import { adminAt, type Customer, customerAt, listProduct, PASSWORD } from '../support/people.ts'
import { startShop } from '../support/shop.ts'
import { openPage } from '../support/shopper-pages.ts'

/** `SEED=7 npx vitest run …` repeats a failed run. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
/**
 * Each run tries half of the kinds of visit, chosen by its seed. `SLOW_STARTS=50` tries each kind eight times; this takes five minutes on
 * two cores.
 */
const TIMES = Number(process.env.SLOW_STARTS ?? 3)
/** Over this slow connection, a hundred kilobytes of script take about a second to load. The processor is slowed too. */
const SLOW_LINE = { offline: false, latency: 80, downloadThroughput: 120_000, uploadThroughput: 60_000 }
const SLOWER_BY = 3
/** The longest pause between two acts of the user. Pauses are random, so some acts come before hydration, some during it, some after it. */
const LONGEST_PAUSE_MS = 700

type Visitor = { page: Page; pause: () => Promise<unknown>; random: Random }

describe.runIf(hasBrowser)('text typed and buttons pressed while a page is loading', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  let customer: Customer
  let productPath: string

  beforeAll(async () => {
    shop = await startShop({}, { web: true })
    browser = await launch()
    const product = await listProduct(await adminAt(shop.url), { name: 'Early Shirt', countInStock: 1000 })
    productPath = `/product/${product._id}`
    customer = await customerAt(shop.url)
  })
  afterAll(async () => {
    await leave(browser)
    await shop?.close()
  })

  /** A visit for every form and every kind of control in a first view. Each checks the expected final state. */
  const visits: Readonly<Record<string, (visitor: Visitor) => Promise<void>>> = {
    async newsletter({ page, pause }) {
      await page.goto('/no/such/page', { waitUntil: 'commit' })
      const foot = page.getByRole('contentinfo')
      await typeInto(foot.getByLabel('Email'), 'ada@x.test', pause)
      await pause()
      await foot.getByRole('button', { name: 'Subscribe' }).click()
      await foot.getByText('Thank you for subscribing.').waitFor()
    },
    async login({ page, pause }) {
      await page.goto('/login?redirect=/my-orders', { waitUntil: 'commit' })
      const main = page.getByRole('main')
      await typeInto(main.getByLabel('Email'), customer.email, pause)
      await typeInto(main.getByLabel('Password', { exact: true }), PASSWORD, pause)
      await eventually(() => main.getByLabel('Email').inputValue()).toBe(customer.email)
      await main.getByLabel('Password', { exact: true }).press('Enter')
      await page.getByRole('heading', { name: 'My Orders' }).waitFor()
    },
    async register({ page, pause, random }) {
      await page.goto('/register', { waitUntil: 'commit' })
      const main = page.getByRole('main')
      const fields = { Name: 'Ada Weaver', Email: `ada-${random()}@x.test`, Password: 'short' }
      for (const [label, value] of Object.entries(fields))
        await typeInto(main.getByLabel(label, { exact: true }), value, pause)
      await pause()
      await main.getByRole('button', { name: 'Sign Up' }).click()
      // The shop refuses such a short password. So the form stays, and the test can check its fields.
      await main.getByRole('alert').waitFor()
      for (const [label, value] of Object.entries(fields)) {
        const field = main.getByLabel(label, { exact: true })
        expect(await field.inputValue()).toBe(value)
      }
    },
    async filters({ page, pause }) {
      await page.goto('/collections/all?gender=Men', { waitUntil: 'commit' })
      const filters = page.getByRole('complementary', { name: 'Filters' })
      // While the page hydrates, a box may change a moment after the press, so `check` could fail. The end of this visit checks both boxes.
      await filters.getByRole('checkbox', { name: /^Cotton/ }).click()
      await pause()
      await filters.getByRole('radio', { name: /^Women/ }).click()
      await pause()
      await filters.getByRole('button', { name: 'M', exact: true }).click()
      await pause()
      await page.getByLabel('Sort').filter({ visible: true }).selectOption('priceasc')
      await pause()
      await filters.getByRole('slider').press('ArrowLeft')
      const query = () => Object.fromEntries(new URL(page.url()).searchParams)
      const chosen = { gender: 'Women', material: 'Cotton', size: 'M', sortBy: 'priceasc', maxPrice: '95' }
      await eventually(query).toEqual(chosen)
      expect(await filters.getByRole('checkbox', { name: /^Cotton/ }).isChecked()).toBe(true)
      expect(await filters.getByRole('radio', { name: /^Women/ }).isChecked()).toBe(true)
    },
    async purchase({ page, pause }) {
      await page.goto(productPath, { waitUntil: 'commit' })
      for (const name of ['Red', 'M', 'Increase quantity', 'Increase quantity', 'Add to Cart']) {
        await page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
        await pause()
      }
      await page.getByRole('button', { name: 'Cart, 3 items' }).waitFor()
    },
    async menus({ page, pause, random }) {
      // The checkout is not tried: it sends signed-out visitors to another document, so a press before the change would be lost.
      const path = random() < 0.5 ? '/' : '/login'
      await page.goto(path, { waitUntil: 'commit' })
      await page.getByRole('banner').waitFor()
      await pause()
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('combobox', { name: 'Search' }).waitFor()
    },
  }

  const turns = Array.from(
    { length: TIMES },
    (_, turn) => [turn, Object.keys(visits)[(SEED + turn) % Object.keys(visits).length]!] as const,
  )
  // The tests run one at a time, because several slowed pages at once would exceed the time limits.
  test.for(turns)(`is not lost (seed ${SEED}, time %i: %s)`, async ([turn, name], { onTestFinished }) => {
    const random = randomFrom(SEED + turn)
    const { page, wrong } = await openPage(browser, shop.url, {}, { viewport: DESK, fresh: true })
    onTestFinished(() => page.context().close())
    const slow = await slowDown(page)
    const pause = () => page.waitForTimeout(random() * LONGEST_PAUSE_MS)
    // The page is slowed only until it is hydrated.
    await Promise.all([
      visits[name]?.({ page, pause, random }),
      eventually(() => hasTakenOver(page))
        .toBe(true)
        .then(slow.end),
    ])
    expect(wrong).toEqual([])
  })
})

type Field = ReturnType<Page['getByLabel']>

/** Types with pauses, like a person who must look for a letter now and then. */
async function typeInto(field: Field, text: string, pause: () => Promise<unknown>) {
  const half = Math.floor(text.length / 2)
  await field.pressSequentially(text.slice(0, half), { delay: 10 })
  await pause()
  await field.press('End')
  await field.pressSequentially(text.slice(half), { delay: 10 })
}

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', SLOW_LINE)
  const slowBy = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })
  await slowBy(SLOWER_BY)
  return { end: () => slowBy(1) }
}
