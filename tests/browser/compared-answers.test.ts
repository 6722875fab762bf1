import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { analystPages } from './analyst-pages.ts'

const PAGE = '/analysis/questions'
const BY_TYPE = `SELECT type, count(*) AS n, sum(event) AS totalCents, list(event ORDER BY event) AS evidence
FROM (FROM events WHERE type IN ('ProductListed', 'ShopStarted')
  QUALIFY row_number() OVER (PARTITION BY type ORDER BY event) <= $most)
GROUP BY type ORDER BY type`

describe.runIf(hasBrowser)('two sets of values of one question', () => {
  const pages = analystPages()
  const { at, press } = pages
  const most = (label = '$most') => at.page.getByLabel(label, { exact: true })
  const heading = (words: string | RegExp) => at.page.getByRole('heading', { name: words }).waitFor()

  test('are compared side by side, with differences, a plot of both, and an address', async () => {
    const { page } = at
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await at.signIn(PAGE, pages.analyst)
    await page.getByLabel('Question in SQL').fill(BY_TYPE)
    await most().fill('1000')
    await press('Compare with other values')
    expect(await most('Second $most').inputValue()).toBe('1000')
    await most('Second $most').fill('')
    await press('Run')
    await at.note('Enter a value for Second $most')
    await most('Second $most').fill('2')
    await most('Second $most').press('Enter')
    await heading('1 of 2 rows differ')
    await page.getByRole('columnheader', { name: 'difference: n' }).waitFor()
    await page.getByRole('img', { name: /^n, \$most 1000 against \$most 2: 2 values each$/ }).waitFor()
    const cells = await at.row('ProductListed').getByRole('cell').allTextContents()
    expect(cells.slice(0, 4)).toEqual(['ProductListed', '3', '2', '1'])
    await page.getByRole('button', { name: /^Evidence of ProductListed, 3 events$/ }).click()
    await page.getByRole('heading', { name: /^Evidence/ }).waitFor()
    await page.getByRole('heading', { name: 'Second answer' }).waitFor()
    await page.getByLabel('Plotted').selectOption('totalCents')
    await pages.isRight('questions-compared')
    await press('Copy link')
    await at.note('Copied')
    const link = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(link).toMatch(/\?asOf=\d+&%24most=1000&against%24most=2#/)
    await page.goto('/robots.txt')
    await page.evaluate('sessionStorage.clear()')
    await page.goto(link)
    await expect.poll(() => most('Second $most').inputValue()).toBe('2')
    await press('Run')
    await heading('1 of 2 rows differ')
    await press('Stop comparing')
    await press('Run')
    await heading('2 rows')
    expect(at.wrong).toEqual([])
  })

  test('of a question with one row are two bars, and a failure of the second question is shown', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    await page
      .getByLabel('Question in SQL')
      .fill('SELECT count(*) AS n FROM events WHERE event <= CAST($most AS BIGINT)')
    await most().fill('2')
    await press('Compare with other values')
    await most('Second $most').fill('1')
    await press('Run')
    await heading('1 of 1 row differs')
    await page.getByRole('img', { name: 'n, $most 2 against $most 1' }).waitFor()
    await most('Second $most').fill('one')
    await press('Run')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('heading', { name: 'This answer' }).count()).toBe(1)
  })

  test('of a report are compared, and the address opens the comparison', async () => {
    const { page } = at
    await at.signIn('/analysis/reports?report=abandoned-carts&%24days=3&against%24days=28', pages.analyst)
    await at.note('Neither answer has rows.')
    await expect.poll(() => most('Second days without a change').inputValue()).toBe('28')
    await page.getByRole('heading', { name: 'Second answer' }).waitFor()
  })
})
