import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { type Browser, chromium, type Page } from 'playwright-core'

const PLACES = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = PLACES.find((place) => place && existsSync(place))

export const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]

/** The folder where each run leaves its pictures. */
export const SCREENSHOTS = 'screenshots'

/** Without a browser the tests that need one are left out and say so; in CI they fail. */
export const hasBrowser = executablePath !== undefined || process.env.CI === 'true'
if (!hasBrowser)
  console.warn('Left out: the journeys in a browser. Install Chromium, or name one in CHROMIUM, to run them.')

export async function launch(): Promise<Browser> {
  await mkdir(SCREENSHOTS, { recursive: true })
  return chromium.launch({ executablePath: chromiumPath(), args: FLAGS })
}

export function chromiumPath(): string {
  if (!executablePath) throw new Error('No Chromium at any of its usual places: install one, or name it in CHROMIUM')
  return executablePath
}

/** Pictures of a shop that other tests have filled lie apart: they are not the ones to look at. */
export const pictureOf = (name: string) => `${SCREENSHOTS}/${process.env.SHOP_URL ? 'another-shop/' : ''}${name}.png`

/** The whole page, its lazy pictures included: they load when they come near the window. */
export async function shoot(page: Page, name: string) {
  const height = await page.evaluate('document.documentElement.scrollHeight')
  for (let top = 0; top < Number(height); top += 600) {
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(30)
  }
  await page.evaluate('scrollTo(0, 0)')
  // A page with an open stream of live updates is never idle.
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
  await page.screenshot({ path: pictureOf(name), fullPage: true })
}
