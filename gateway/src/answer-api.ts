import { ShopError } from '@shop/language/errors'
import type { ShopConfig } from '@shop/language/shop/api'
import type { Counters } from '@shop/stores/counters/counters'
import type { Reached } from '@shop/stores/read-store/standings'
import type { Middleware, ParameterizedContext } from 'koa'
import type { ApiRow } from './api-row.ts'
import { apiTable } from './api-table.ts'
import { findRowIn } from './find-row.ts'
import type { Trail } from './trail/create-trail.ts'
import { takeTrail } from './trail/take-trail.ts'

export type ApiParts = Readonly<{
  /** `commands`, `queries` and `analysis` are rooms in this process, or proxies to rooms in other processes. */
  commands: Middleware
  queries: Middleware
  analysis: Middleware
  reached: Reached
  readModels: readonly Readonly<{ name: string; changedBy?: readonly string[] }>[]
  config: ShopConfig
  /** The shop's address on the internet. If it is undefined, pages have no canonical addresses. */
  publicOrigin?: string | undefined
  trail?: Pick<Trail, 'note'> | undefined
  counters: Counters
}>

const CONSISTENCY_TIMEOUT_MS = 2000

const rowsAt = findRowIn(apiTable)

const familyOf = (readModel: string) => readModel.slice(0, readModel.indexOf('@'))

/** The commands that change no read model, by the first word of their path. */
const NOT_SHOWN = ['webhooks', 'exports', 'uploads']

/** By the first word of a command's path: the families of the read models that the command may change. */
function familiesIn(readModels: ApiParts['readModels']): ReadonlyMap<string, ReadonlySet<string>> {
  const families = new Map<string, Set<string>>(NOT_SHOWN.map((noun) => [noun, new Set()]))
  for (const { name, changedBy = [] } of readModels)
    for (const noun of changedBy) families.set(noun, (families.get(noun) ?? new Set()).add(familyOf(name)))
  return families
}

export function answerApi(parts: ApiParts): Middleware {
  const described = describe(parts.publicOrigin)
  const noteSeen = takeTrail(parts.trail, parts.counters)
  const familiesBy = familiesIn(parts.readModels)

  return async (ctx) => {
    const found = rowsAt(ctx.path)
    if (!found) throw new ShopError('NOT_FOUND', 'This address does not exist')
    const row = found.rows.get(ctx.method) ?? refuseMethod(ctx, found.rows)
    ctx.state.route = row.path
    await answer(row, ctx, found.values)
    const isForAll = row.method === 'GET' && row.who === 'anyone' && !ctx.get('Authorization')
    if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', isForAll ? 'no-cache' : 'no-store')
  }

  async function answer(row: ApiRow, ctx: ParameterizedContext, values: readonly string[]) {
    if (row.room === 'gateway') {
      if (row.path === '/api/trail') await noteSeen(ctx)
      else ctx.body = row.path === '/api/config' ? parts.config : await described()
      return
    }
    ctx.url = roomPath(row, values) + ctx.search
    await parts[row.room](ctx, async () => {})
    const [, noun = ''] = row.at.split('/')
    await holdUntilReadable(ctx, parts.reached, familiesBy.get(noun))
  }
}

function refuseMethod(ctx: ParameterizedContext, rows: ReadonlyMap<string, ApiRow>): never {
  const allowed = [...rows.keys()].join(', ')
  ctx.set('Allow', allowed)
  throw new ShopError('METHOD_NOT_ALLOWED', `This address allows only ${allowed}`)
}

/** The OpenAPI document, made at its first request, because nothing else needs the schemas of the answers. */
function describe(origin: string | undefined): () => Promise<object> {
  let document: Promise<object> | undefined
  return () => (document ??= import('./openapi/document.ts').then(({ openApi }) => openApi(origin)))
}

/**
 * Waits until the read models show what the command has changed. Without `families`, the command may change any read model. If a read model
 * is late or has halted, sets the header X-Consistency (decisions, “Answers”).
 */
async function holdUntilReadable(
  ctx: ParameterizedContext,
  reached: Reached,
  families: ReadonlySet<string> | undefined,
) {
  const position = ctx.response.get('X-Position')
  if (!position) return
  ctx.remove('X-Position')
  const mayShow = families && ((readModel: string) => families.has(familyOf(readModel)))
  const { behind, halted } = await reached(position, CONSISTENCY_TIMEOUT_MS, mayShow)
  if (behind || halted.length > 0) ctx.set('X-Consistency', 'pending')
}

function roomPath({ at }: ApiRow, values: readonly string[]): string {
  let next = 0
  return at.replace(/\{\w+\}/g, () => encodeURIComponent(decodeURIComponent(values[next++] ?? '')))
}
