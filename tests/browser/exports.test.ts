import { Readable } from 'node:stream'
import { verifyArchive } from '@shop/analysis/exports/verify-archive'
import { describe, expect, test } from 'vitest'
import { untilCopied } from '../support/analysis-room.ts'
import { hasBrowser } from '../support/browser.ts'
import { picture } from '../support/page-visits.ts'
import { analystPages } from './analyst-pages.ts'
import { looksWrong } from './looks.ts'
import { markupErrorsIn } from './markup.ts'

const PAGE = '/analysis/exports'

describe.runIf(hasBrowser)('an export', () => {
  const pages = analystPages()
  const { at, press } = pages

  test('of chosen types is saved by keyboard, is complete, and is recorded', async () => {
    await at.signIn('/analysis', pages.analyst)
    await at.page.getByRole('link', { name: 'Exports' }).click()
    await at.page.getByLabel('Format').selectOption('ndjson')
    await at.page.locator('summary', { hasText: 'Types of events' }).press('Enter')
    await at.page.getByLabel('ProductListed').press('Space')
    const [file] = await Promise.all([at.page.waitForEvent('download'), at.page.getByLabel('To event').press('Enter')])
    await at.note('is saved, ')
    expect(file.suggestedFilename()).toMatch(/^selvedge-1-\d+-ndjson\.tar$/)
    const manifest = await verifyArchive(Readable.from(await file.createReadStream()))
    expect(manifest.tables).toMatchObject([{ name: 'events', rows: 3 }])
    await untilCopied(pages.analyst, { ExportMade: 1 })
    const { body } = await pages.analyst.get('/api/analysis/events?type=ExportMade')
    expect(body).toMatchObject([
      { actorRole: 'analyst', data: { format: 'ndjson', from: 1, types: ['ProductListed'] } },
    ])
    expect(JSON.stringify(body)).not.toContain(pages.analyst.id)
    expect(at.wrong).toEqual([])
  })

  test('shows its types in the event catalog with the first, the last and a sample event, by keyboard, at any width', async () => {
    await at.signIn('/analysis/catalogue', pages.analyst)
    await at.page.getByLabel('Search events and fields').fill('ShopStarted')
    await at.page.locator('summary', { hasText: 'ShopStarted' }).press('Enter')
    await at.note('First seen')
    await at.note(/"processes": "one"/)
    expect(await looksWrong(at.page)).toEqual([])
    await picture(at.page, 'seen')
  })

  test('can be cancelled, and reports failures and interruptions', async () => {
    await at.signIn(PAGE, pages.analyst)
    await at.page.route('**/api/analysis/exports/*', () => {})
    await at.page.getByRole('button', { name: 'Export', exact: true, disabled: false }).click()
    await at.page.getByRole('progressbar', { name: 'Progress of the export' }).waitFor()
    await press('Cancel')
    await at.note('The export was cancelled')
    await at.page.unroute('**/api/analysis/exports/*')
    await at.page.route('**/api/analysis/exports/*', (route) =>
      route.fulfill({ contentType: 'application/x-tar', body: 'cut off' }),
    )
    await press('Export')
    await at.note('Error: The events could not be exported')
  })

  test('can be used on any device and with assistive technology', async () => {
    await at.signIn(PAGE, pages.analyst)
    await at.page.getByLabel('From event').fill('none')
    await press('Export')
    await at.note('Enter the number of an event: 1 or higher')
    await at.page.locator('summary', { hasText: 'Types of events' }).click()
    await at.page.getByLabel('ProductListed').check()
    expect(await looksWrong(at.page)).toEqual([])
    expect(await markupErrorsIn(at.page)).toEqual([])
    await picture(at.page, 'exports')
  })
})
