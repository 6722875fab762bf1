import type { Page } from 'playwright-core'
import { WIDTHS } from '../support/page-visits.ts'
import { violationsIn } from './axe.ts'

/**
 * The visual problems that a page has now at both widths, each as a line of text: the findings of axe, sideways scrolling, covered
 * controls, and summaries that look like plain text. So a test can use pages at one width and still check both. axe checks contrast only at
 * the page's width, because contrast takes most of its time and rarely differs between widths. With `at both`, it checks contrast at both.
 * At the end the page has its width again.
 */
export async function looksWrong(
  page: Page,
  { contrast = 'once' }: { contrast?: 'once' | 'at both' } = {},
): Promise<string[]> {
  const own = page.viewportSize()
  const found = [...(await violationsIn(page)), ...(await misplacedIn(page))]
  for (const size of WIDTHS.filter(({ width }) => width !== own?.width)) {
    await page.setViewportSize(size)
    const there = [...(await violationsIn(page, { contrast: contrast === 'at both' })), ...(await misplacedIn(page))]
    found.push(...there.map((line) => `${line} (${size.width} wide)`))
  }
  if (own) await page.setViewportSize(own)
  return found
}

const misplacedIn = (page: Page) => page.evaluate(MISPLACED) as Promise<string[]>

/* Runs in the page. It scrolls the page, and scrolls back before the browser draws the next frame. */
const MISPLACED = `(() => {
  const found = document.documentElement.scrollWidth > innerWidth ? ['scrolls sideways'] : []
  const places = [...document.querySelectorAll('*')]
    .filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => scrollHeight > clientHeight || scrollWidth > clientWidth)
    .map((element) => [element, { top: element.scrollTop, left: element.scrollLeft, behavior: 'instant' }])
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    // Elements with Tailwind's class sr-only are only for screen readers.
    getComputedStyle(element).clipPath !== 'inset(50%)' &&
    // These elements take no presses: their parts do, such as the thumbs of a slider over a plot.
    getComputedStyle(element).pointerEvents !== 'none' && !element.closest('[inert]')
  // The header hides when the page is scrolled down. When it comes back, it covers some content.
  const isOfTheHead = (element) => isScrolled && element?.closest('header') != null
  const isScrolled = scrollY > 0
  const isIn = (one, other) => one !== null && one.contains(other)
  const within = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  const controls = within.querySelectorAll(':is(a[href], summary, :is(button, input, select, textarea):enabled)')
  for (const control of [...controls].filter(isShown)) {
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const box = [...control.getClientRects()].find(({ width, height }) => width > 1 && height > 1)
    if (!box) continue
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    if (isIn(control, top) || [...(control.labels ?? [])].some((label) => isIn(label, top))) continue
    if (isOfTheHead(control) || isOfTheHead(top)) continue
    const [what, by] = [control, top].map((element) => element?.outerHTML.slice(0, 80) ?? 'the window’s edge')
    found.push('covered: ' + what + ' by ' + by)
  }
  for (const [element, place] of places) element.scrollTo(place)
  const looksOpenable = (summary) => {
    const { display, listStyleType, textDecorationLine } = getComputedStyle(summary)
    const hasTriangle = display === 'list-item' && listStyleType !== 'none'
    return hasTriangle || textDecorationLine.includes('underline') || summary.querySelector('svg') !== null
  }
  for (const summary of [...within.querySelectorAll('summary')].filter(isShown))
    if (!looksOpenable(summary)) found.push('does not look openable: ' + summary.outerHTML.slice(0, 80))
  return found
})()`
