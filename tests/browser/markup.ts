import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { checks, isTried } from '../../tools/suites/tools-at-hand.ts'

type Validator = { markupErrors: (html: string) => Promise<string[]> }

const PROGRAM = join(import.meta.dirname, '..', '..', 'tools', 'checks', 'markup-errors.ts')
const validator: Promise<Validator | undefined> = isTried(checks) ? import(PROGRAM) : Promise.resolve(undefined)

/** The markup problems of a page, each as a line of text: in the gateway's answer, and in the page as the browser has it now. */
export async function markupErrorsIn(page: Page): Promise<string[]> {
  const tool = await validator
  if (!tool) return []
  const answered = await page.request.get(page.url(), { maxRedirects: 0 })
  const shown = `<!doctype html>${await page.evaluate('document.documentElement.outerHTML')}`
  return [...(await errorsOf(await answered.text(), tool)), ...(await errorsOf(shown, tool))]
}

/**
 * By HTML, the problems that were already found. The same HTML is not validated again: the gateway gives the same answer for both widths,
 * and for most pages of an admin.
 */
const known = new Map<string, Promise<string[]>>()

function errorsOf(html: string, { markupErrors }: Validator) {
  const errors = known.get(html) ?? markupErrors(html)
  known.set(html, errors)
  return errors
}
