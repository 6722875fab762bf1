import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { keepLast } from './kept-pages.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Chromium without a browser's window around each page, which nobody sees here: the same pages for half the work. */
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
 * With each context Chromium makes the suggestions below an address bar ready, two pages of its own that nobody sees: three
 * quarters of what a context costs. It takes the last list of features alone, so Playwright's own are here again.
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

/** A page of a test lives too short to win back what compiling its scripts a second and third time costs: a quarter of all. */
const COMPILED_ONCE = '--js-flags=--no-turbofan --no-maglev'

/** The folder of a run's pictures. They are taken with `PICTURES=on`, and not by every run: they cost a sixth of its time. */
const SCREENSHOTS = 'screenshots'
export const takesPictures = process.env.PICTURES === 'on'

/** Without a browser the tests that need one are left out and say so; in CI they fail. */
export const hasBrowser = executablePath !== undefined || process.env.CI === 'true'
if (!hasBrowser)
  console.warn('Left out: the journeys in a browser. Install Chromium, or name one in CHROMIUM, to run them.')

/** The limit of each wait for a page. It ends what hangs; a busy machine may take its time. */
const HANGS_MS = 120_000

let started: Browser | undefined

/** The browser that the test files of this process share, one after another; it ends with the process. */
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

/** At the end of a test file: closes what it has opened, but the pages that the next file may have. */
export async function leave(browser: Browser | undefined): Promise<void> {
  const kept = keepLast()
  const own = browser?.contexts().filter((context) => !kept.has(context)) ?? []
  await Promise.all(own.map((context) => context.close()))
}

/** A whole Chromium, with windows. */
export const chromiumPath = (): string => found(firstOf([process.env.CHROMIUM ?? '', ...CHROMIUM]))

function found(place: string | undefined): string {
  if (!place) throw new Error('No Chromium at any of its usual places: install one, or name it in CHROMIUM')
  return place
}

/** Pictures of a shop that other tests have filled lie apart: they are not the ones to look at. */
const pictureOf = (name: string) => `${SCREENSHOTS}/${process.env.SHOP_URL ? 'another-shop/' : ''}${name}.png`

/** As somebody who reads it all: what is lazy loads when it comes near the window. */
export async function scrollThrough(page: Page) {
  const height = await page.evaluate('document.documentElement.scrollHeight')
  for (let top = 0; top < Number(height); top += 600) {
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(30)
  }
  await page.evaluate('scrollTo(0, 0)')
}

/** Takes a picture of the whole page, its lazy pictures included. */
export async function shoot(page: Page, name: string) {
  if (!takesPictures) return
  await scrollThrough(page)
  await page.evaluate(PICTURES_SHOWN)
  await page.screenshot({ path: pictureOf(name), fullPage: true })
}

/* Runs in the page. A picture that cannot be loaded is shown as it is; a lazy one in what is not shown never loads, and nobody waits for it. */
const PICTURES_SHOWN = `Promise.allSettled([...document.images].flatMap((image) => image.checkVisibility() ? [image.decode()] : []))`

/** Takes a picture of the window only, for what lies over a page. */
export async function shootWindow(page: Page, name: string) {
  if (takesPictures) await page.screenshot({ path: pictureOf(name) })
}
