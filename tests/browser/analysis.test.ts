import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { atRest, windowPicture } from '../support/page-visits.ts'
import { analystAt, type Customer, customerAt } from '../support/people.ts'
import { ADMIN } from '../support/shop.ts'
import { PHONE } from '../support/shopper-pages.ts'
import { adminPages } from './admin-pages.ts'
import { violationsIn } from './axe.ts'
import { looksWrong } from './looks.ts'

const DAMAGE = { first: 1, last: 10_000, foundAt: '2026-11-20T12:00:05.000Z', rebuiltAt: null }
const CATALOG = '/analysis/catalogue'

/* Runs in the page. */
const ENDS_OF_ROWS = `[...new Set([...document.querySelectorAll('summary svg')].map((arrow) => arrow.getBoundingClientRect().right))]`

describe.runIf(hasBrowser)('an analyst', () => {
  const at = adminPages()
  let noor: Customer
  beforeAll(async () => {
    noor = await analystAt(at.url, at.admin)
  })
  const opened = (name: string) => at.page.getByRole('table', { name: `Fields of ${name}` })

  test('goes from the shop to the analysis, and finds an event by one of its fields', async () => {
    await at.signIn('/', noor)
    await at.page.getByRole('link', { name: 'Analysis', exact: true }).click()
    await at.page.getByRole('heading', { name: 'Questions', exact: true }).waitFor()
    await at.page.getByRole('link', { name: 'Event catalog' }).click()
    await at.page.getByRole('heading', { name: 'Event catalog' }).waitFor()
    await at.page.getByLabel('Search events and fields').fill('ORDERPLACED')
    await at.page.getByText(/^1 of \d+ events$/).waitFor()
    await at.page.getByText('A paid checkout became an order.').click()
    const field = (name: string) => opened('OrderPlaced').getByRole('row').filter({ hasText: name })
    expect(await field('customerId').textContent()).toMatch(/VARCHARA pseudonym/)
    expect(await field('items').textContent()).toContain('paidCents: cents for all pieces of the line, after')
    expect(await field('shippingAddress').textContent()).toMatch(/Not copied: personal/)
    await at.page.getByText('order/order-decider').waitFor()
    await at.page.getByLabel('Search events and fields').fill('no such field')
    await at.page.getByText('No event or field has this name.').waitFor()
    expect(at.wrong).toEqual([])
  })

  test('can read the event catalog on any device and with assistive technology', async () => {
    await at.signIn(CATALOG, noor)
    await at.page.getByText('A paid checkout became an order.').focus()
    await at.page.getByText('A paid checkout became an order.').click()
    await at.page.getByText('A product was edited.').click()
    await opened('ProductEdited').waitFor()
    expect(await looksWrong(at.page)).toEqual([])
    await windowPicture(at.page, 'catalog')
    await at.page.setViewportSize(PHONE)
    expect(await at.page.evaluate(ENDS_OF_ROWS), 'the arrows are below each other').toHaveLength(1)
  })

  test('sees a message if the analysis is unavailable or the event catalog cannot be fetched', async () => {
    await at.page.route('**/api/analysis/status', (route) => route.fulfill({ status: 503, json: {} }))
    await at.page.route('**/api/analysis/catalogue', (route) => route.fulfill({ status: 500, json: {} }))
    await at.signIn(CATALOG, noor)
    await at.note('Analysis does not run here.')
    await at.note('Error: Failed to fetch the catalog')
    expect(await violationsIn(at.page)).toEqual([])
  })

  test.each([
    [{ event: 40, behind: 0, building: { done: 1200, of: 5000 }, tables: [] }, /built: 1,200 of 5,000 events/],
    [{ event: 1234, behind: 0, tables: [{ name: 'OrderPlaced', events: 17 }] }, 'Data up to event 1,234, the newest'],
    [{ event: 1234, behind: 2, tables: [] }, 'Data up to event 1,234, 2 events behind'],
    [
      { event: 40, behind: 0, tables: [], building: { done: 1200, of: 5000 }, damages: { times: 1, newest: [DAMAGE] } },
      /is damaged \(events 1 to 10,000\)\. The shop is rebuilding the copy from the log: 1,200 of 5,000 events\./,
    ],
  ])('reports how far the copy has got: %j', async (status, said) => {
    await at.page.route('**/api/analysis/status', (route) => route.fulfill({ json: status }))
    await at.signIn(CATALOG, noor)
    await at.note(said)
  })

  test('counts as a customer in the admin area', async () => {
    await at.signIn('/admin', noor)
    await at.page.waitForURL(/\/(login|profile|)$/)
    expect(await at.page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0)
  })
})

describe.runIf(hasBrowser)('the analysis', () => {
  const at = adminPages()

  test('is open to analysts and admins: guests sign in first, and customers do not see it', async () => {
    await at.page.goto(CATALOG)
    await at.page.waitForURL(`**/login?redirect=${encodeURIComponent(CATALOG)}`)
    await at.signIn(CATALOG, await customerAt(at.url))
    await expect.poll(() => new URL(at.page.url()).pathname).not.toBe(CATALOG)
    await at.page.goto('/')
    expect(await at.page.getByRole('link', { name: 'Analysis', exact: true }).count()).toBe(0)
    await at.signIn('/admin', ADMIN)
    await at.page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Analysis' }).click()
    await at.page.getByRole('heading', { name: 'Questions', exact: true }).waitFor()
  })

  test('loads its code only on its own pages', async () => {
    const loaded = new Set<string>()
    at.page.on('request', (request) => loaded.add(request.url()))
    // The name of a script does not show its content, but scripts of the analysis contain the paths of its API. Scripts of admins' pages
    // contain only the path of the status.
    const ofAnalysis = async () => {
      const scripts = [...loaded].filter((url) => url.startsWith(at.url) && url.endsWith('.js'))
      const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
      expect(texts.length).toBeGreaterThan(0)
      return scripts.filter((_, index) => /\/api\/analysis\/(?!status)/.test(texts[index] ?? ''))
    }
    await at.signIn('/', await customerAt(at.url))
    await atRest(at.page)
    await at.signIn('/admin', ADMIN)
    await at.page.getByRole('heading', { level: 1 }).waitFor()
    await atRest(at.page)
    expect(await ofAnalysis()).toEqual([])
    await at.page.goto(CATALOG)
    await at.page.getByRole('heading', { name: 'Event catalog' }).waitFor()
    expect(await ofAnalysis()).not.toEqual([])
  })
})
