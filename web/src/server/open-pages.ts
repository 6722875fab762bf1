import { type Answers, answerFirst } from '../lib/first-answers.ts'
import { takesPayment } from '../lib/own-document.ts'
import type { FirstQuestion, HeadOf, Page } from '../page.ts'
import { pageAt } from '../page-at.ts'
import { notFoundPage, staffAreas } from '../pages.ts'
import { loadPage } from '../router.tsx'
import type { DrawnPage, OpenPages, PageServer } from './drawn-pages.ts'
import { drawFirstView } from './first-view.tsx'
import { answersHtml, answersJson, headHtml } from './head-html.ts'

const CLIENT = 'src/main.tsx'
const STAFF = 'src/staff-pages.ts'
/** Only the browser draws the layout of an admin's or analyst's page, because only the browser knows whether the user may see the page. */
const layoutOf = (page: Page) => staffAreas.find(([pages]) => pages.includes(page))?.[1]

export const openPages: OpenPages = async ({ read, origin }) => {
  const client = await readBuiltClient(read)
  return (address) => {
    const [pathname = '', search] = address.split('?', 2)
    const query = new URLSearchParams(search)
    const { page, params } = pageAt(pathname)
    return { isPage: page !== notFoundPage, takesPayment: takesPayment(pathname), draw }

    async function draw({ ask, view, nonce }: PageServer): Promise<DrawnPage> {
      const { given, known } = await answersTo((await page.asks?.({ params, query })) ?? [], ask)
      const [headOf, headOfNothing, code] = [await headOfPage(page), await headOfPage(notFoundPage), await codeOf(page)]
      await loadPage(pathname)
      // No `await` from here on: the first answers are global, and belong to one page at a time.
      answerFirst(bodiesOf(known))
      const head = headOf({ params, query })
      const isThere = head !== undefined && page !== notFoundPage
      // Answers with status 404 (`null`) are sent only with a 404 page.
      const answers = answersJson(isThere ? given : known)
      const drawView = () => {
        answerFirst(bodiesOf(isThere ? given : known))
        return drawFirstView(address)
      }
      const first = layoutOf(page) ? '' : view(isThere ? `${address} ${answers}` : `404 ${page.path}`, drawView)
      const shown = isThere ? head : headOfNothing({ params, query })!
      const [start, middle, rest, end] = client.html
      const html = start + headHtml(shown, code, { origin, nonce }) + middle + first + rest + answersHtml(answers) + end
      return { status: isThere ? 200 : 404, html }
    }
  }

  async function codeOf(page: Page): Promise<readonly string[]> {
    const layout = layoutOf(page)
    const shown = [await layout?.(), await page.load()]
    const files = [
      CLIENT,
      ...(layout ? [STAFF] : []),
      ...shown.flatMap((component) => (component ? [fileOf.get(component)!] : [])),
    ]
    return [...new Set(files.flatMap(client.codeOf))]
  }
}

type Given = readonly (readonly [address: string, answer: Readonly<{ text: string; link: string }>])[]

/** `given` has the answers with status 200. `known` also has `null` for each answer with status 404. */
async function answersTo(questions: readonly FirstQuestion[], ask: PageServer['ask']) {
  const addresses = [...new Set(questions.map(({ meta }) => meta?.address as string))]
  const asked = await Promise.all(addresses.map(async (address) => [address, await ask(address)] as const))
  const given: Given = asked.flatMap(([address, answer]) => (answer?.status === 200 ? [[address, answer]] : []))
  const missing = asked.filter(([, answer]) => answer?.status === 404)
  const known: Given = [...given, ...missing.map(([address]) => [address, { text: 'null', link: '' }] as const)]
  return { given, known }
}

const bodiesOf = (answers: Given): Answers =>
  Object.fromEntries(answers.map(([address, { text, link }]) => [address, { body: JSON.parse(text), link }]))

async function headOfPage({ head, path }: Page): Promise<HeadOf> {
  if (typeof head === 'function') return head()
  const description = pageDescriptions[path]
  return () => ({ ...head, ...(description ? { description, canonical: path } : { hidden: true }) })
}

const fileOf = new Map(
  Object.entries(import.meta.glob<Record<string, unknown>>('../**/*-{page,layout}.tsx', { eager: true })).flatMap(
    ([path, exported]) => Object.values(exported).map((what) => [what, `src/${path.slice('../'.length)}`] as const),
  ),
)

/**
 * TABLE: descriptions of pages with a fixed title, by path, for search engines and link previews. Other pages with a fixed title are not
 * indexed.
 */
const pageDescriptions: Readonly<Record<string, string>> = {
  '/contact': 'Write to Selvedge. A person reads your message and answers by email.',
  '/login': 'Sign in to Selvedge to check out and to follow your orders.',
  '/register': 'Create an account at Selvedge. Your cart is kept.',
  '/checkout': 'Shipping, payment and a summary of your order.',
}

type BuiltClient = Readonly<{
  /** `index.html` in four parts. The page's head, first view and first answers go between the parts. */
  html: readonly [start: string, middle: string, rest: string, end: string]
  /** The built files that a source file needs and that `index.html` does not name. */
  codeOf: (source: string) => readonly string[]
}>

type Manifest = Readonly<Record<string, Readonly<{ file: string; imports?: readonly string[] }>>>

/** `read` returns a file of the built folder by its path. */
async function readBuiltClient(read: (file: string) => Promise<string>): Promise<BuiltClient> {
  const html = await read('index.html')
  const manifest = JSON.parse(await read('.vite/manifest.json')) as Manifest
  const [start = '', middle = '', rest = '', end = ''] = html.split(/<!--(?:page-head|first-view|first-answers)-->/)

  function filesOf(source: string, seen = new Set<string>()): readonly string[] {
    const entry = manifest[source]
    if (!entry || seen.has(source)) return []
    seen.add(source)
    return [entry.file, ...(entry.imports ?? []).flatMap((other) => filesOf(other, seen))]
  }

  return {
    html: [start, middle, rest, end],
    codeOf: (source) =>
      filesOf(source)
        .map((file) => `/${file}`)
        .filter((address) => !html.includes(address)),
  }
}
