import { onTestFinished } from 'vitest'
import { firefox, webkit } from '../../tools/suites/tools-at-hand.ts'
import type { DrivenBrowser, DrivenWindow, Size } from './driven-window.ts'
import { startFirefox } from './firefox.ts'
import { startWebkit } from './webkit.ts'

/** TABLE: the browsers in which the same tests run. */
export const allBrowsers = [
  { name: 'Firefox', tool: firefox, start: (size: Size): Promise<DrivenBrowser> => startFirefox(size) },
  { name: 'WebKit', tool: webkit, start: startWebkit },
]

/** Returns a started browser and its first window. The browser is closed when the test ends. */
export async function untilTestEnds<Window extends DrivenWindow>(starting: Promise<DrivenBrowser<Window>>) {
  const browser = await starting
  onTestFinished(() => browser.close())
  const [window] = await browser.windows()
  return { browser, window: window! }
}
