import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { keepLast } from './kept-pages.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** A Chromium without windows. It renders the same pages with half the work. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell'
const firstOf = (places: readonly string[]) => places.find((place) => place && existsSync(place))
const executablePath = firstOf([process.env.CHROMIUM ?? '', WITHOUT_WINDOWS, ...CHROMIUM])

export const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]

/**
 * For each context, Chromium loads two hidden pages with the suggestions of its address bar. They take three quarters of the time for a new
 * context. This option switches them off. Chromium uses only the last such list of features, so this list repeats Playwright's own list.
 */
const WITHOUT = `--disable-features=${[
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
].join(',')}`

/** Pages of tests end soon. So V8 does not compile their scripts a second time for more speed, which would take a quarter of the run. */
const COMPILED_ONCE = '--js-flags=--no-turbofan --no-maglev'

/** The folder for pictures. Tests take pictures only with `PICTURES=on`, because pictures take a sixth of a run's time. */
const SCREENSHOTS = 'screenshots'
export const takesPictures = process.env.PICTURES === 'on'

/** Without a browser, the tests that need a browser are skipped with a message. In CI they fail. */
export const hasBrowser = executablePath !== undefined || process.env.CI === 'true'
if (!hasBrowser)
  console.warn('Left out: the journeys in a browser. Install Chromium, or name one in CHROMIUM, to run them.')

/** If waiting for a page takes longer than this, the page hangs and the test fails. It is long enough for a busy machine. */
const HANGS_MS = 120_000

let started: Browser | undefined

/** Returns the browser that all test files of this process use, one after another. The browser ends with the process. */
export async function launch(): Promise<Browser> {
  if (!started?.isConnected()) started = await start()
  return started
}

async function start(): Promise<Browser> {
  if (takesPictures) await mkdir(SCREENSHOTS, { recursive: true })
  const browser = await chromium.launch({
    executablePath: found(executablePath),
    args: [...FLAGS, WITHOUT, COMPILED_ONCE],
  })
  browser.on('context', (context) => context.setDefaultTimeout(HANGS_MS))
  return browser
}

/** Call this at the end of a test file. It closes everything that the file has opened, except pages that are kept for the next file. */
export async function leave(browser: Browser | undefined): Promise<void> {
  const kept = keepLast()
  const own = browser?.contexts().filter((context) => !kept.has(context)) ?? []
  await Promise.all(own.map((context) => context.close()))
}

/** The path of a Chromium with windows. */
export const chromiumPath = (): string => found(firstOf([process.env.CHROMIUM ?? '', ...CHROMIUM]))

function found(place: string | undefined): string {
  if (!place) throw new Error('No Chromium at any of its usual places: install one, or name it in CHROMIUM')
  return place
}

/** The path of a picture. If SHOP_URL names a shop, pictures go to a separate folder, because people do not review them. */
const pictureOf = (name: string) => `${SCREENSHOTS}/${process.env.SHOP_URL ? 'another-shop/' : ''}${name}.png`

/** Scrolls through the page as a reader does, so that lazy pictures load. */
export async function scrollThrough(page: Page) {
  const height = await page.evaluate('document.documentElement.scrollHeight')
  for (let top = 0; top < Number(height); top += 600) {
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(30)
  }
  await page.evaluate('scrollTo(0, 0)')
}

/** Takes a picture of the whole page, including its lazy pictures. */
export async function shoot(page: Page, name: string) {
  if (!takesPictures) return
  await scrollThrough(page)
  await page.evaluate(PICTURES_SHOWN)
  await page.screenshot({ path: pictureOf(name), fullPage: true })
}

/*
 * Runs in the page, and waits until its pictures have loaded or failed to load. It does not wait for hidden lazy pictures, because they
 * never load.
 */
const PICTURES_SHOWN = `Promise.allSettled([...document.images].flatMap((image) => image.checkVisibility() ? [image.decode()] : []))`

/** Takes a picture of only the window, for elements that are above the page, such as dialogs. */
export async function shootWindow(page: Page, name: string) {
  if (takesPictures) await page.screenshot({ path: pictureOf(name) })
}
