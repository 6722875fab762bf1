import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { type BrowserContext, chromium } from 'playwright-core'
import { chromiumPath, FLAGS } from '../../gateway/acceptance/browser.ts'
import { type Customer, customerAt } from '../../gateway/acceptance/people.ts'
import { startShop } from '../../gateway/acceptance/shop.ts'
import { freePort } from '../../gateway/acceptance/shop-process.ts'

const RUNS = 3
/** The browser now and then loses the trace of a run. */
const SPARE_TRIES = 3
const LEAST = 95
const MOST_SCRIPT_BYTES = 110_000
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
]
/** With what a first visitor has: nothing; and the checkout of somebody signed in, with something in the cart. */
const PAGES = [
  { name: 'home', path: () => '/' },
  { name: 'collection', path: () => '/collections/all' },
  { name: 'product', path: (productId: string) => `/product/${productId}` },
  { name: 'checkout', path: () => '/checkout', signedIn: true },
]

type Run = Readonly<Record<string, number>>

const shop = await startShop({}, { web: true })
const profile = await mkdtemp(join(tmpdir(), 'selvedge-browser-'))
const port = await freePort()
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: chromiumPath(),
  args: [...FLAGS, `--remote-debugging-port=${port}`],
})
try {
  const customer = await customerAt(shop.url)
  const { body: products } = await customer.get('/api/products?limit=1')
  const failures: string[] = []
  for (const { name, path, signedIn = false } of PAGES) {
    if (signedIn) await signIn(browser, customer, products[0])
    const runs: Run[] = []
    for (let tries = 0; runs.length < RUNS && tries < RUNS + SPARE_TRIES; tries++) {
      const run = await measure(shop.url + path(products[0]._id), signedIn)
      if (run) runs.push(run)
    }
    if (runs.length < RUNS) throw new Error(`${name} could not be measured ${RUNS} times`)
    const figures = Object.fromEntries(
      Object.keys(runs[0]!).map((what) => [what, median(runs.map((run) => run[what]!))]),
    )
    report(name, figures)
    if (name === 'home' && figures.script! > MOST_SCRIPT_BYTES) failures.push(`home: ${figures.script} bytes of script`)
    for (const category of CATEGORIES)
      if (figures[category]! < LEAST) failures.push(`${name}: ${category} ${figures[category]}`)
  }
  if (failures.length > 0) {
    console.error(`Not good enough: ${failures.join(', ')}`)
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await shop.close()
  await rm(profile, { recursive: true, force: true })
}

/** One run of the mobile preset, with nothing in the browser's cache; undefined when it could not be measured. */
async function measure(url: string, keepStorage: boolean): Promise<Run | undefined> {
  await emptyCache()
  const result = await lighthouse(url, { port, logLevel: 'error', disableStorageReset: keepStorage })
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`)
  const { categories, audits, finalDisplayedUrl, runtimeError } = result.lhr
  if (runtimeError) {
    console.warn(`Measured again: ${runtimeError.message}`)
    return undefined
  }
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
  return {
    ...Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])),
    ...Object.fromEntries(METRICS.map((name) => [name, audits[name]?.numericValue ?? Number.NaN])),
    script: await scriptBytes(audits['network-requests']?.details),
  }
}

async function emptyCache() {
  const page = await browser.newPage()
  const session = await browser.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.close()
}

/** All script that was loaded without anybody doing anything, as gzip has it. */
async function scriptBytes(details: unknown): Promise<number> {
  const { items } = details as { items: readonly { url: string; resourceType?: string }[] }
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => new URL(url))
  const sizes = [...new Set(scripts.map(({ pathname }) => pathname))].map(async (path) => {
    const head = await fetch(shop.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    return Number(head.headers.get('content-length'))
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function signIn(
  context: BrowserContext,
  customer: Customer,
  product: { _id: string; sizes: string[]; colors: string[] },
) {
  const { _id: productId, sizes, colors } = product
  await customer.post('/api/cart', { productId, size: sizes[0], color: colors[0], quantity: 1 })
  const page = await context.newPage()
  await page.goto(shop.url)
  await page.evaluate(
    ([token, userInfo]) => {
      localStorage.setItem('token', token!)
      localStorage.setItem('userInfo', userInfo!)
      localStorage.removeItem('guestId')
    },
    [customer.token, JSON.stringify({ _id: customer.id, name: 'Ada Weaver', email: customer.email, role: 'customer' })],
  )
  await page.close()
}

function median(values: readonly number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function report(name: string, figures: Run) {
  const scores = CATEGORIES.map((category) => `${category} ${figures[category]}`).join(', ')
  const ms = (metric: string) => `${Math.round(figures[metric]!)} ms`
  console.log(`${name}: ${scores}`)
  console.log(
    `  FCP ${ms('first-contentful-paint')}, LCP ${ms('largest-contentful-paint')}, TBT ${ms('total-blocking-time')}, ` +
      `CLS ${figures['cumulative-layout-shift']!.toFixed(3)}, SI ${ms('speed-index')}, script ${(figures.script! / 1000).toFixed(1)} kB`,
  )
}
