import { describe, expect, test } from 'vitest'
import { starterRules } from '../../web/src/analysis/reducer/starter-rules.ts'
import { hasBrowser } from '../support/browser.ts'
import { analystPages } from './analyst-pages.ts'

const PAGE = '/analysis/reducer'
const COMPARED = ['Key', 'Field', 'Rule in JavaScript', 'Second rule', 'Evidence']
const BY_TYPE = `function keyOf({ type }) { return type }
function reduce(row = { events: 0 }) { return { events: row.events + 1 } }`

/** Whether a list is narrower than its longest choice. Runs in the page. */
function isCutOff(list: { offsetWidth: number; style: { width: string } }) {
  const own = list.offsetWidth
  list.style.width = 'max-content'
  const wanted = list.offsetWidth
  list.style.width = ''
  return wanted > own
}

describe.runIf(hasBrowser)('an analyst’s own rule', () => {
  const pages = analystPages()
  const { at, press, isRight } = pages
  const rule = () => at.page.getByLabel('Rule in JavaScript')

  test('is found next to the questions, and can be run, opened by its events and verified', async () => {
    const { page } = at
    await at.signIn('/analysis/questions', pages.analyst)
    await page.getByRole('navigation', { name: 'Ways to ask' }).getByRole('link', { name: 'Reducer' }).click()
    await page.getByRole('heading', { name: 'Reducer', exact: true }).waitFor()
    await isRight('reducer-empty')
    await rule().fill(BY_TYPE)
    await rule().press('Control+Enter')
    await page.getByRole('img', { name: /^Events, / }).waitFor()
    await at
      .row('ProductListed')
      .getByRole('button', { name: /, 3 events$/ })
      .click()
    await page
      .getByRole('link', { name: /^Event \d+$/ })
      .first()
      .waitFor()
    await press('Verify again')
    await at.note('The result is the same, and so are all digests.')
    await isRight('reducer-answer')
    expect(at.wrong).toEqual([])
  })

  test('is compared with a second rule and with the shop, and shows where it fails', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    await press('Net revenue that counts cancelled orders until they are refunded')
    expect(await page.getByLabel('Compare with').inputValue()).toBe('dashboard')
    expect(await page.getByLabel('Compare with').evaluate(isCutOff)).toBe(false)
    await press('Run')
    await at.note('Neither answer has rows.')
    await rule().fill(BY_TYPE)
    await page.getByLabel('Compare with').selectOption('Another rule')
    await page.getByLabel('Second rule').fill(BY_TYPE.replace('+ 1', '+ (row.events === 1 ? 2 : 1)'))
    await page.locator('summary', { hasText: 'Types of events' }).click()
    for (const type of ['OrderPlaced', 'OrderRefunded', 'RefundNoted', 'OrderRefundFailed'])
      await page.getByLabel(new RegExp(`^${type}`)).uncheck()
    await page.getByLabel(/^ProductListed/).check()
    await press('Run')
    await page.getByRole('heading', { name: '1 of 1 row differs' }).waitFor()
    await at
      .row('ProductListed')
      .getByRole('button', { name: /, 1 event$/ })
      .waitFor()
    await page.getByRole('columnheader', { name: 'Second rule' }).waitFor()
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(COMPARED)
    await isRight('reducer-compared')
    const text = await rule().inputValue()
    await page.reload()
    await page.getByLabel('Second rule').waitFor()
    expect(await rule().inputValue()).toBe(text)
    expect(await page.getByLabel('Compare with').inputValue()).toBe('rule')
    await press('Run')
    await page.getByRole('heading', { name: '1 of 1 row differs' }).waitFor()
    await rule().fill('function keyOf(event) {\n  return event.none.none\n}\nfunction reduce() {}')
    await press('Run')
    await page.getByRole('alert').filter({ hasText: 'In line 2 of the rule' }).waitFor()
    await page.getByLabel('As of', { exact: true }).fill('yesterday')
    await press('Run')
    await at.note('Enter an event number or a UTC time')
    expect(at.wrong).toEqual([])
  })

  test('has a comparison whose long headings wrap, so that the table is not wider than the page', async () => {
    const { page } = at
    const longest = starterRules.map(({ title }) => title).toSorted((a, b) => b.length - a.length)[0]!
    const columns = `'totals' AS key, 'netRevenueCents' AS field, 1 AS "${longest}", 2 AS "${longest} too", [1] AS evidence`
    await page.setViewportSize({ width: 1440, height: 900 })
    await at.signIn(`/analysis/questions#${encodeURIComponent(`SELECT ${columns}`)}`, pages.analyst)
    await press('Run')
    const rows = page.getByRole('region', { name: 'Rows', exact: true })
    await rows.waitFor()
    expect(await rows.evaluate((area) => area.scrollWidth - area.clientWidth)).toBe(0)
  })

  test('is saved with a name, opened by its own address, put on the board, renamed and deleted', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    await at.note('No rule is saved yet.')
    await rule().fill(BY_TYPE)
    await page.getByLabel('Compare with').selectOption('Another rule')
    await page.getByLabel('Second rule').fill(BY_TYPE.replace('events + 1', 'events + 2'))
    await page.getByLabel('Name', { exact: true }).fill('by-type')
    await press('Save')
    await at.note('by-type is saved as version 1')
    await page.getByRole('button', { name: 'by-type version 1', exact: true }).waitFor()
    await isRight('reducer-saved')

    await page.goto(`${PAGE}?rule=by-type&run=yes`)
    await page.getByRole('heading', { name: /rows? differs?$|rows differ$/ }).waitFor()
    expect(await page.getByLabel('Second rule').inputValue()).toContain('events + 2')
    await press('Put on the board')
    await page.getByRole('link', { name: 'On the board' }).click()
    const onBoard = page.getByRole('region', { name: 'by-type', exact: true })
    await onBoard.getByRole('columnheader', { name: 'Second rule' }).waitFor()
    await isRight('board-rule')
    await onBoard.getByRole('link', { name: 'by-type' }).click()
    await page.waitForURL('**/analysis/reducer?rule=by-type&version=1&asOf=*&run=yes')

    await press('Rename')
    await page.getByLabel('New name').fill('by-kind')
    await press('Rename it')
    await at.note('Opened: by-kind')
    await page.goto('/analysis/questions?question=by-type')
    await page.waitForURL('**/analysis/reducer?rule=by-kind')
    await at.note('Opened: by-kind')
    expect(await rule().inputValue()).toBe(BY_TYPE)
    await press('Delete by-kind')
    await press('Delete')
    await at.note('by-kind is deleted. Its text is still here, but no longer saved.')
    expect(await rule().inputValue()).toBe(BY_TYPE)
    await page.goto(`${PAGE}?rule=by-kind`)
    await at.note('Error: There is no such question')
    expect(at.wrong.filter((one) => !one.includes('404'))).toEqual([])
  })
})
