import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import { orders } from '@shop/language/order/document'
import { expect, test } from 'vitest'
import { hasBrowser, launch, leave } from '../support/browser.ts'
import { callerAt } from '../support/caller.ts'
import { ADMIN, startShop } from '../support/shop.ts'
import { haltTheOrders } from './halted-journey.ts'

// If SHOP_URL is set, the shop already runs and other tests use its log. So this test is skipped, because it halts a read model.
test.skipIf(process.env.SHOP_URL)(
  'in one process, a halted read model lacks events until an operator resumes it, and nothing else is affected',
  async () => {
    await using closing = new AsyncDisposableStack()
    const folder = mkdtempSync(join(tmpdir(), 'selvedge-halted-'))
    closing.defer(() => rmSync(folder, { recursive: true, force: true }))
    const log = closing.adopt(await startEventStoreDouble(), (server) => server.close())
    const environment = { DATA_DIR: folder, EVENT_STORE_URL: log.url, DEMO: 'off' }
    const shop = closing.adopt(await startShop(environment, { web: hasBrowser }), ({ close }) => close())
    const { resume } = await haltTheOrders({ url: shop.url, logUrl: log.url, environment })
    if (hasBrowser) await expectAdminNote(shop.url)
    await resume()
  },
)

async function expectAdminNote(url: string) {
  const browser = await launch()
  try {
    const page = await browser.newPage()
    const { body } = await callerAt(url).post('/api/users/login', ADMIN)
    await page.goto(`${url}/robots.txt`)
    const kept = [body.token, JSON.stringify(body.user)].map((text) => JSON.stringify(text))
    await page.evaluate(`[localStorage.token, localStorage.userInfo] = [${kept}]`)
    await page.goto(`${url}/admin`)
    const note = page.getByRole('alert').filter({ hasText: 'The orders have not been updated since' })
    await note.waitFor()
    expect(await note.textContent()).toContain(`npm run shop -- resume-projection ${orders.name}`)
    await page.goto(`${url}/admin/products`)
    await note.waitFor()
  } finally {
    await leave(browser)
  }
}
