import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { PASSWORD } from '../support/people.ts'
import { analystPages } from './analyst-pages.ts'

const PAGE = '/analysis/questions'
const COUNT = "SELECT count(*) AS n, $type AS wanted -- 100 % sure, isn't it?\nFROM events\nWHERE type = $type"

describe.runIf(hasBrowser)('the address of a question', () => {
  const pages = analystPages()
  const { at, press } = pages
  const text = () => at.page.getByLabel('Question in SQL')
  const asOf = () => at.page.getByLabel('As of', { exact: true })
  const type = () => at.page.getByLabel('$type')
  const answered = () => at.page.getByRole('heading', { name: 'One row', exact: true })
  async function ask(wanted: string, end = '') {
    await type().fill(wanted)
    await asOf().fill(end)
    await text().press('Control+Enter')
    await at.page.getByRole('cell', { name: wanted, exact: true }).waitFor()
  }

  test('opens the typed question with its values, ready to run, and the Back button opens the question before', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    await text().fill(COUNT)
    await ask('ProductListed', '2')
    await ask('ShopStarted')
    await page.goBack()
    await expect.poll(() => type().inputValue()).toBe('ProductListed')
    expect(await asOf().inputValue()).toBe('2')
    expect(await answered().count()).toBe(0)
    await page.goForward()
    await expect.poll(() => type().inputValue()).toBe('ShopStarted')
    await page.goBack()
    const address = page.url()
    await page.goto('/robots.txt')
    await page.evaluate('sessionStorage.clear()')
    await page.goto(address)
    expect(await text().inputValue()).toBe(COUNT)
    expect([await type().inputValue(), await asOf().inputValue()]).toEqual(['ProductListed', '2'])
    expect(await answered().count()).toBe(0)
    expect(at.wrong).toEqual([])
  })

  test('changes only when a question runs, and what was typed since survives a reload and another page', async () => {
    const { page } = at
    await at.signIn(PAGE, pages.analyst)
    await text().fill(COUNT)
    await ask('ShopStarted')
    await text().fill('SELECT $half AS half')
    await page.getByLabel('$half').fill('0.5')
    await page.reload()
    expect([await text().inputValue(), await page.getByLabel('$half').inputValue()]).toEqual([
      'SELECT $half AS half',
      '0.5',
    ])
    await page.getByRole('link', { name: 'Reports', exact: true }).click()
    await page.getByRole('link', { name: 'Questions', exact: true }).click()
    expect(await text().inputValue()).toBe('SELECT $half AS half')
  })

  test('names a saved question, and runs it again when the link to its answer is opened', async () => {
    const { page } = at
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await at.signIn(PAGE, pages.analyst)
    await text().fill(COUNT)
    await type().fill('ProductListed')
    await page.getByLabel('Name', { exact: true }).fill('count-of-type')
    await press('Save')
    await at.note('is saved as version 1')
    await page.goto(`${PAGE}?question=count-of-type`)
    await expect.poll(() => type().inputValue()).toBe('ProductListed')
    await ask('ShopStarted')
    await press('Copy link')
    await at.note('Copied')
    const link = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(link).toMatch(/\?question=count-of-type&version=1&asOf=\d+&%24type=ShopStarted&run=yes$/)
    await page.goto(link)
    await answered().waitFor()
    await at.row('ShopStarted').waitFor()
    await page.goto(`${PAGE}?question=no-such-question`)
    await at.note('Error: There is no such question')
  })

  test('opens a renamed question by its old name, and a deleted question no longer', async () => {
    const { page } = at
    await pages.analyst.post('/api/analysis/questions', { name: 'old-name', sql: 'SELECT 41 + 1 AS n' })
    await pages.analyst.post('/api/analysis/questions', { name: 'in-use', sql: 'SELECT 2' })
    await at.signIn(`${PAGE}?question=old-name`, pages.analyst)
    await press('Rename')
    const name = page.getByLabel('New name')
    expect(await name.inputValue()).toBe('old-name')
    await name.fill('New Name')
    await press('Rename it')
    await page.getByText('Use small letters and digits, joined by hyphens').waitFor()
    await name.fill('in-use')
    await press('Rename it')
    await page.getByText('Error: Another question has this name').waitFor()
    await pages.isRight('question-rename')
    await name.fill('new-name')
    await name.press('Enter')
    await at.note('Opened: new-name')
    await page.evaluate('sessionStorage.clear()')
    await page.goto(`${PAGE}?question=old-name&run=yes`)
    await at.row('42').waitFor()
    await at.note('Opened: new-name')
    await press('Delete new-name')
    await press('Cancel')
    await press('Delete new-name')
    await press('Delete')
    await expect.poll(() => page.getByText('Opened: new-name').count()).toBe(0)
    await at.note('new-name is deleted. Its text is still here, but no longer saved.')
    await expect.poll(() => at.focused()).toContain('new-name is deleted')
    expect(await text().inputValue()).toBe('SELECT 41 + 1 AS n')
    await page.goto('/robots.txt')
    await page.evaluate('sessionStorage.clear()')
    await page.goto(`${PAGE}?question=new-name`)
    await at.note('Error: There is no such question')
  })

  test('is opened after signing in', async () => {
    const { page } = at
    await page.goto('/robots.txt')
    await page.goto(`${PAGE}?asOf=2#${encodeURIComponent(COUNT)}`)
    await page.waitForURL('**/login?**')
    const form = page.getByRole('main')
    await form.getByLabel('Email').fill(pages.analyst.email)
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await press('Sign In')
    expect(await text().inputValue()).toBe(COUNT)
  })

  test('of a report has its last event and values, and the Back button shows the answer before', async () => {
    const { page } = at
    await at.signIn('/analysis/reports?report=abandoned-carts&asOf=2', pages.analyst)
    const days = page.getByLabel('Days without a change')
    expect([await asOf().inputValue(), await days.inputValue()]).toEqual(['2', '3'])
    await at.note('1 to 2')
    await days.fill('7')
    await asOf().fill('1')
    await press('Run')
    await at.note('1 to 1')
    expect(page.url()).toMatch(/\?report=abandoned-carts&asOf=1&%24days=7$/)
    await page.goBack()
    await at.note('1 to 2')
    expect(await days.inputValue()).toBe('3')
  })
})
