import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The element that has the focus, with its name and role for assistive technology. */
export type Focused = {
  name: string
  role: string
  /** True if the whole page has the focus, or no element. */
  isNowhere: boolean
  isMarked: boolean
  isInSight: boolean
  dialog: string
}

export const focusedIn = (page: Page): Promise<Focused> => page.evaluate(focused) as Promise<Focused>

/** Presses Tab until the element with this name has the focus. Each element on the way must show its focus. */
export async function tabTo(page: Page, name: string | RegExp, { key = 'Tab', most = 90 } = {}): Promise<Focused> {
  const passed: string[] = []
  for (let press = 0; press < most; press++) {
    await page.keyboard.press(key)
    const now = await focusedIn(page)
    passed.push(now.name)
    expect(now, `${now.name} after ${passed.at(-2)}`).toMatchObject({ isMarked: true, isInSight: true })
    if (typeof name === 'string' ? now.name === name : name.test(now.name)) return now
  }
  throw new Error(`Tab does not lead to ${name}, but to ${passed.join(' | ')}`)
}

export async function typeInto(page: Page, label: string, text: string) {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

/* Runs in the page. */
const focused = `(() => {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  const style = getComputedStyle(element)
  const box = element.getBoundingClientRect()
  const at = element.getRootNode().elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height, innerHeight) / 2)
  const dialog = element.closest('dialog')
  return {
    name: (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim().slice(0, 80),
    role: element.localName,
    isNowhere: element === document.body,
    isMarked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0,
    isInSight: at !== null && (element.contains(at) || at.contains(element)),
    dialog: dialog ? document.getElementById(dialog.getAttribute('aria-labelledby'))?.textContent ?? 'unnamed' : '',
  }
})()`
