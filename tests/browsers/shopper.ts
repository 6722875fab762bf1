import { expect } from 'vitest'
import { PASSWORD } from '../support/people.ts'
import { HAS_TAKEN_OVER } from '../support/taken-over.ts'
import { until } from '../support/until.ts'
import type { DrivenBrowser, DrivenWindow } from './driven-window.ts'

const HANGS = { timeout: 120_000 }

/** Opens a page of the shop and waits until its buttons work. */
export async function go(window: DrivenWindow, url: string) {
  await window.open(url)
  await until(async () => expect(await window.ask(HAS_TAKEN_OVER)).toBe(true), HANGS)
}

/** Waits for a button or a link whose name begins with `name`, and presses it. */
export const press = (window: DrivenWindow, name: string) =>
  until(() => window.press(shown('button, a, [role=button]', name)), HANGS)

/** Waits for a field whose label begins with `label`, and fills it. */
export const fill = (window: DrivenWindow, label: string, text: string) =>
  until(() => window.fill(shown('main input, main textarea, dialog input', label), text), HANGS)

export async function signIn(
  window: DrivenWindow,
  { email, password = PASSWORD }: { email: string; password?: string },
) {
  await fill(window, 'Email', email)
  await fill(window, 'Password', password)
  await press(window, 'Sign In')
}

/** Waits until the page shows all these texts. */
export async function sees(window: DrivenWindow, ...texts: readonly string[]) {
  for (const text of texts) await until(async () => expect(await textOf(window)).toContain(text), HANGS)
}

/** Waits until the window's address has this path. */
export const reaches = (window: DrivenWindow, path: string) =>
  until(async () => expect(await window.ask('location.pathname')).toBe(path), HANGS)

/** Waits for a window that shows a text, and returns the window. */
export const windowShowing = (browser: DrivenBrowser, text: string): Promise<DrivenWindow> =>
  until(async () => {
    for (const window of await browser.windows())
      if ((await textOf(window).catch(() => '')).includes(text)) return window
    throw new Error(`No window shows ${text}`)
  }, HANGS)

export const textOf = async (window: DrivenWindow) => String(await window.ask('document.body.innerText'))

/**
 * A JavaScript expression that returns the first element with this name that can be seen and used. If there is none, it returns the first
 * such element with a name that begins with this name. It also searches in shadow roots, because the provider's buttons are in one.
 */
export const shown = (selector: string, name: string) => `(() => {
  const inAll = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? inAll(one.shadowRoot) : [])])
  const nameOf = (one) => (one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent).replace(/\\s+/g, ' ').trim()
  const canBeUsed = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && !one.closest('[inert]')
  const usable = inAll(document).filter((one) => one.matches(${JSON.stringify(selector)}) && canBeUsed(one))
  const name = ${JSON.stringify(name)}
  return usable.find((one) => nameOf(one) === name) ?? usable.find((one) => nameOf(one).startsWith(name))
})()`
