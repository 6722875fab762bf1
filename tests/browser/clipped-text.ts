import type { Page } from 'playwright-core'

/** The labels, buttons, links and headings with text that an element or the edge of the page cuts off, each as a line of text. */
export const clippedIn = (page: Page): Promise<string[]> => page.evaluate(clipped) as Promise<string[]>

/* Runs in the page. */
const clipped = `(() => {
  const scrolls = (style) => ['auto', 'scroll'].includes(style.overflowX)
  const cuts = (style) => ['hidden', 'clip'].includes(style.overflowX)
  // An element with Tailwind's class sr-only is only for screen readers.
  const isForListeners = (element) => getComputedStyle(element).clipPath === 'inset(50%)'
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const parentsOf = (element) => element ? [element, ...parentsOf(element.parentElement)] : []
  const named = 'label, button, a, th, legend, summary, h1, h2, h3, h4, dt, [role=option]'
  const found = []
  for (const element of document.querySelectorAll(named)) {
    if (!isShown(element) || element.closest('[aria-hidden=true], dialog:not([open])')) continue
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      if (!text.data.trim() || parentsOf(text.parentElement).some(isForListeners)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const { left, right } of range.getClientRects()) {
        if (right - left < 1) continue
        const edges = []
        for (const parent of parentsOf(text.parentElement)) {
          const style = getComputedStyle(parent)
          const box = parent.getBoundingClientRect()
          if (scrolls(style)) break
          if (cuts(style)) edges.push([box.left, box.right])
          if (parent === document.documentElement) edges.push([0, innerWidth])
        }
        if (edges.some(([from, to]) => left < from - 1.5 || right > to + 1.5)) found.push(element.tagName + ' ' + text.data.trim())
      }
    }
  }
  return [...new Set(found)]
})()`
