import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import { firefox } from '../../tools/suites/tools-at-hand.ts'
import type { DrivenBrowser, DrivenWindow, Size } from './driven-window.ts'

/** A start that takes longer has failed. The time is long enough for a busy machine. */
const HANGS_MS = 300_000

type FirefoxWindow = DrivenWindow & {
  /** Prints the page on A4, to a PDF. */
  print(): Promise<Buffer>
}

/** Starts Debian's Firefox without a display. WebDriver BiDi controls it. `preferences`: settings as in `about:config`. */
export async function startFirefox(
  size: Size,
  preferences: Record<string, unknown> = {},
): Promise<DrivenBrowser<FirefoxWindow>> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox.at,
    defaultViewport: size,
    extraPrefsFirefox: preferences,
    timeout: HANGS_MS,
    protocolTimeout: HANGS_MS,
  })
  return {
    windows: async () => (await browser.pages()).map(windowOf),
    close: () => browser.close(),
  }
}

function windowOf(page: Page): FirefoxWindow {
  page.setDefaultTimeout(HANGS_MS)
  const elementOf = async (expression: string) => {
    const element = (await page.evaluateHandle(expression)).asElement()
    if (!element) throw new Error(`No element: ${expression}`)
    return element as ElementHandle
  }
  return {
    open: async (url) => void (await page.goto(url)),
    ask: (expression) => page.evaluate(expression),
    press: async (expression) => (await elementOf(expression)).click(),
    async fill(expression, text) {
      const field = await elementOf(expression)
      await page.evaluate(`(${expression}).select()`)
      await field.type(text)
    },
    print: async () => Buffer.from(await page.pdf({ format: 'A4' })),
  }
}
