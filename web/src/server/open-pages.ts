import { type Answers, answerFirst } from '../lib/first-answers.ts'
import type { FirstQuestion, HeadOf, Page } from '../page.ts'
import { pageAt } from '../page-at.ts'
import { adminPages, notFoundPage } from '../pages.ts'
import { type BuiltClient, readBuiltClient } from './built-client.ts'
import type { DrawnPage, OpenPages, PageServer } from './drawn-pages.ts'
import { drawFirstView, loadFirstView } from './first-view.tsx'
import { answersHtml, answersJson, headHtml } from './head-html.ts'

/** What every page runs, once its first view is painted. */
const CLIENT = 'src/main.tsx'
const ADMIN_LAYOUT = 'src/layout/admin-layout.tsx'
/** Whatever was asked for, what is not there looks the same. */
const NOWHERE = '/404'

/** Fills the places in the client's HTML: pages.ts says with what. */
export const openPages: OpenPages = async ({ read, origin }) => {
  const client = await readBuiltClient(read)
  return (address) => {
    const [pathname = '', search] = address.split('?', 2)
    const query = new URLSearchParams(search)
    const { page, params } = pageAt(pathname)
    return { isPage: page !== notFoundPage, draw: async (server) => (await found(server)) ?? (await missing(server)) }

    /** Undefined when the answers say that there is no such thing. */
    async function found({ ask, view }: PageServer): Promise<DrawnPage | undefined> {
      if (page === notFoundPage) return undefined
      const answers = await answersTo((await page.asks?.({ params, query })) ?? [], ask)
      const [headOf, code] = [await headOfPage(page), await codeOf(page, client)]
      await loadFirstView(pathname)
      // From here on in one go: the first answers are those of one page at a time.
      answerFirst(answers.known)
      const head = headOf({ params, query })
      if (!head) return undefined
      const drawn = view(`${address} ${answers.json}`, () => {
        answerFirst(answers.given)
        return drawFirstView(address)
      })
      return { status: 200, html: htmlOf(headHtml(head, code, origin), drawn, answers.json) }
    }
  }

  async function missing({ view }: PageServer): Promise<DrawnPage> {
    const [headOf, code] = [await headOfPage(notFoundPage), await codeOf(notFoundPage, client)]
    const head = headOf({ params: {}, query: new URLSearchParams() })!
    await loadFirstView(NOWHERE)
    const drawn = view(NOWHERE, () => {
      answerFirst({})
      return drawFirstView(NOWHERE)
    })
    return { status: 404, html: htmlOf(headHtml(head, code, origin), drawn, '{}') }
  }

  function htmlOf(head: string, drawn: string, answers: string) {
    const [start, middle, rest, end] = client.html
    return start + head + middle + drawn + rest + answersHtml(answers) + end
  }
}

async function answersTo(questions: readonly FirstQuestion[], ask: PageServer['ask']) {
  const addresses = [...new Set(questions.map(({ meta }) => meta?.address as string))]
  const asked = await Promise.all(addresses.map(async (address) => [address, await ask(address)] as const))
  const withStatus = (status: number) =>
    asked.flatMap(([address, answer]) => (answer?.status === status ? [[address, answer] as const] : []))
  const [given, missing] = [withStatus(200), withStatus(404)]
  const bodies: Answers = Object.fromEntries(
    given.map(([address, { text, link }]) => [address, { body: JSON.parse(text), link }]),
  )
  return {
    /** What goes with the page: the client asks for the rest, and shows what went wrong. */
    given: bodies,
    json: answersJson(given),
    /** Also what there is not. */
    known: { ...bodies, ...Object.fromEntries(missing.map(([address]) => [address, { body: null, link: '' }])) },
  }
}

async function headOfPage({ head }: Page): Promise<HeadOf> {
  return typeof head === 'function' ? await head() : () => head
}

/** The files that show a page, beyond those that the HTML names. */
async function codeOf(page: Page, client: BuiltClient): Promise<readonly string[]> {
  const component = await page.load()
  const files = [CLIENT, ...(adminPages.includes(page) ? [ADMIN_LAYOUT] : []), fileOf.get(component)!]
  return [...new Set(files.flatMap(client.codeOf))]
}

/** Which file a page's component is from: of all files of pages, the one that exports it. */
const fileOf = new Map(
  Object.entries(import.meta.glob<Record<string, unknown>>('../**/*-page.tsx', { eager: true })).flatMap(
    ([path, exported]) => Object.values(exported).map((what) => [what, `src/${path.slice('../'.length)}`] as const),
  ),
)
