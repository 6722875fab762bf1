import { createHash } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import type { ApiAnswer, AskApi } from './ask-api.ts'
import { answersHtml, answersJson, headHtml } from './page-html.ts'
import { openPageShell, type PageShell } from './page-shell.ts'
import { type PageAddress, type PageHead, type PageRow, pageTable } from './page-table.ts'

type Parts = Readonly<{
  /** Where the built client is. */
  folder: string
  ask: AskApi
  /** The shop's public origin, or empty when it was not told. */
  origin: string
}>

/** What every page runs, once its first view is painted. */
const CLIENT = 'src/main.tsx'
const NOT_FOUND: PageHead = { title: 'Not found - Selvedge', hidden: true }
/** Whatever was asked for, what is not there looks the same. */
const NOWHERE = '/404'

/** The web client's HTML for every page address, with what its first view needs; 404 where there is no page. */
export function servePages({ folder, ask, origin }: Parts): Middleware {
  const shellNow = openPageShell(folder)

  return async (ctx, next) => {
    const found = pageAt(ctx)
    if (!found && !mayBePage(ctx.path)) return next()
    const shell = ctx.method === 'GET' || ctx.method === 'HEAD' ? await shellNow() : undefined
    if (!shell) return next()
    const page = found && (await show(ctx as Context, found, shell))
    answer(
      ctx as Context,
      page ?? (await htmlOf(NOWHERE, shell, headHtml(NOT_FOUND, [CLIENT], shell, origin))),
      page ? 200 : 404,
    )
  }

  async function show(ctx: Context, { row, address }: Found, shell: PageShell) {
    const said = await askAll(ctx, row.asks(address))
    const head = row.head(address, new Map(said.map(([asked, { status, text }]) => [asked, parsed(status, text)])))
    if (!head) return undefined
    const answers = new Map(said.filter(([, { status }]) => status === 200))
    return htmlOf(ctx.url, shell, headHtml(head, [CLIENT, ...row.code], shell, origin), answersJson(answers))
  }

  async function askAll(ctx: Context, addresses: readonly string[]): Promise<(readonly [string, ApiAnswer])[]> {
    const said = await Promise.all(addresses.map(async (address) => [address, await ask(ctx, address)] as const))
    return said.filter((pair): pair is [string, ApiAnswer] => pair[1] !== undefined)
  }
}

type Found = Readonly<{ row: PageRow; address: PageAddress }>

const patterns = pageTable.map((row) => ({ row, pattern: patternOf(row.path) }))

/** As the client's router reads an address: in any case, with or without a slash at the end. */
function patternOf(path: string): RegExp {
  const named = path.replace(/\/$/, '').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return new RegExp(`^${named}/*$`, 'i')
}

function pageAt({ path, querystring }: Pick<Context, 'path' | 'querystring'>): Found | undefined {
  for (const { row, pattern } of patterns) {
    const match = pattern.exec(path)
    if (!match) continue
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])
    return { row, address: { params: Object.fromEntries(params), query: new URLSearchParams(querystring) } }
  }
  return undefined
}

/** A name with a dot is a file's, and these folders hold nothing else. */
const mayBePage = (path: string) => !/\.\w+$/.test(path) && !/^\/(pictures|uploads|assets|simulator)(\/|$)/.test(path)

const parsed = (status: number, text: string): unknown =>
  status === 200 ? JSON.parse(text) : status === 404 ? null : undefined

async function htmlOf(address: string, { html, firstView }: PageShell, head: string, answers = '{}') {
  const [start, middle, rest, end] = html
  return start + head + middle + (await firstView(address, answers)) + rest + answersHtml(answers) + end
}

function answer(ctx: Context, html: string, status: 200 | 404) {
  ctx.status = status
  ctx.type = 'html'
  // Kept by nobody without asking: what is for sale changes with every sale.
  ctx.set('Cache-Control', 'no-cache')
  ctx.set('ETag', `W/"${createHash('sha1').update(html).digest('base64url')}"`)
  ctx.body = html
  if (ctx.fresh) ctx.status = 304
}
