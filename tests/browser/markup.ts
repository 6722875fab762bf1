import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { isTried, markupTools } from '../../tools/suites/tools-at-hand.ts'

type Validator = { markupErrors: (html: string) => Promise<string[]> }

const PROGRAM = join(import.meta.dirname, '..', '..', 'tools', 'markup', 'markup-errors.ts')
const validator: Promise<Validator | undefined> = isTried(markupTools) ? import(PROGRAM) : Promise.resolve(undefined)

/** The markup problems of a page, one line each: in the gateway's answer, and as it is in the browser now. */
export async function markupErrorsIn(page: Page): Promise<string[]> {
  const tool = await validator
  if (!tool) return []
  const answered = await page.request.get(page.url(), { maxRedirects: 0 })
  const shown = `<!doctype html>${await page.evaluate('document.documentElement.outerHTML')}`
  return [...(await errorsOf(await answered.text(), tool)), ...(await errorsOf(shown, tool))]
}

/**
 * Pages that were validated before. They are not validated again: for both widths, and for most of an admin's pages, the gateway gives the
 * same answer.
 */
const known = new Map<string, Promise<string[]>>()

function errorsOf(html: string, { markupErrors }: Validator) {
  const errors = known.get(html) ?? markupErrors(html)
  known.set(html, errors)
  return errors
}
