import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { analystPages } from './analyst-pages.ts'

describe.runIf(hasBrowser)('the tables of analysts', () => {
  const pages = analystPages()
  const { at, press } = pages
  async function linesOf(button: string) {
    const [file] = await Promise.all([at.page.waitForEvent('download'), press(button)])
    return { name: file.suggestedFilename(), lines: (await readFile(await file.path(), 'utf8')).split('\r\n') }
  }
  const clipboard = () => at.page.evaluate('navigator.clipboard.readText()')

  test('of a question are saved as CSV and copied, with texts that are no formulas', async () => {
    await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await at.signIn('/analysis/questions', pages.analyst)
    await at.page.getByLabel('Question in SQL').fill("SELECT '=1+1' AS text, 250 AS totalCents")
    await press('Run')
    await at.row('=1+1').waitFor()
    const { name, lines } = await linesOf('CSV')
    expect(name).toMatch(/^answer-as-of-\d+\.csv$/)
    expect(lines).toEqual(['\uFEFFText,Total', "'=1+1,2.5", ''])
    await press('Copy')
    await at.note('Copied')
    expect(await clipboard()).toBe("Text\tTotal\n'=1+1\t2.5")
  })

  test('of a rule are saved as CSV', async () => {
    await at.signIn('/analysis/reducer', pages.analyst)
    await at.page
      .getByLabel('Rule in JavaScript')
      .fill('const keyOf = ({ type }) => type; const reduce = (row = { n: 0 }) => ({ n: row.n + 1 })')
    await press('Run')
    await at.row('ProductListed').waitFor()
    const { lines } = await linesOf('CSV')
    expect(lines[0]).toContain('Evidence')
    expect(lines.find((line) => line.includes('ProductListed'))).toContain('3')
  })

  test('of the time machine are saved as CSV with all their rows', async () => {
    await at.signIn('/analysis/time?show=product', pages.analyst)
    await at.page.getByRole('button', { name: 'CSV' }).waitFor()
    const { name, lines } = await linesOf('CSV')
    expect(name).toMatch(/^products-as-of-\d+\.csv$/)
    expect(lines).toHaveLength(5)
    await at.note('Saved')
    await press('Dashboard')
    expect((await linesOf('CSV of the figures')).lines[1]).toBe('Since the shop opened,Revenue,0,0')
    expect((await linesOf('CSV of the days')).lines[0]).toBe('\uFEFFDay,Revenue,Orders')
  })

  test('report it if the rows cannot be fetched', async () => {
    await at.signIn('/analysis/time?show=product', pages.analyst)
    await at.page.getByRole('button', { name: 'CSV' }).waitFor()
    await at.page.route('**/api/analysis/things/**', (route) => route.fulfill({ status: 500, json: {} }))
    await press('CSV')
    await at.note('The rows could not be fetched')
    await at.page.unrouteAll()
  })
})
