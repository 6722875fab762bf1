import { mkdirSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import Router from '@koa/router'
import { type ExportEvent, exportStream } from '@shop/language/analysis/export-events'
import { ShopError } from '@shop/language/errors'
import { Id } from '@shop/language/values/text'
import { analystOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { DAMAGED } from '../copy/damaged.ts'
import type { Copy } from '../copy/open-copy.ts'
import { EXPORTS, LONGEST_EXPORT_MS, TAKEN_WITHIN_MS } from '../limits.ts'
import { exportArchives } from './export-archives.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { TakenExports } from './taken-exports.ts'

/** The form of the shop's ids. */
const AN_ID = /^[\w-]{1,100}$/

type Made = ExportEvent['data']

type Source = Readonly<{
  copy: Pick<Copy, 'view' | 'digestAt' | 'check'>
  log: Pick<EventReader, 'readStream'>
  answers: KeptAnswers
  taken: TakenExports
  /** The copy's folder, where files are made before they are sent. */
  folder: string
  now?: () => Date
  /** Bytes that must stay free on the disk. */
  leastFree?: number
  longestMs?: number
}>

export function exportRoutes({
  copy,
  log,
  answers,
  taken,
  folder,
  now = () => new Date(),
  leastFree,
  longestMs = LONGEST_EXPORT_MS,
}: Source): Router {
  const router = new Router({ strict: true, sensitive: true })
  const place = join(folder, 'exports')
  // A killed process may have left files here.
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true, mode: 0o700 })
  const writing: string[] = []
  const archiveOf = exportArchives({ copy, answers, place, leastFree })

  router.get('/analysis/exports/:id', async (ctx) => {
    const { id: callerId } = analystOf(ctx)
    const id = parse(Id, ctx.params.id)
    const made = AN_ID.test(id) ? await madeOf(log, id) : undefined
    if (made?.authorId !== callerId) throw new ShopError('NOT_FOUND', 'There is no such export')
    if (taken.has(id) || now().getTime() - Date.parse(made.madeAt) > TAKEN_WITHIN_MS)
      throw new ShopError('CONFLICT', 'This export was already downloaded, or it has expired. Start a new export')
    if (!('runId' in made) && !(await copy.check())) throw new ShopError('UNAVAILABLE', DAMAGED)
    if (writing.filter((one) => one === callerId).length >= EXPORTS.ofOne)
      throw new ShopError('RATE_LIMITED', 'You have another running export. Wait until it ends, or cancel it')
    if (writing.length >= EXPORTS.ofAll)
      throw new ShopError('OVERLOADED', 'Other exports are running. Try again in a moment')
    const { name, chunks } = archiveOf(made)
    ctx.set('Content-Disposition', `attachment; filename="${name}"`)
    ctx.set('Cache-Control', 'no-store')
    ctx.type = 'application/x-tar'
    writing.push(callerId)
    const leaving = new AbortController()
    const archive = Readable.from(chunks(leaving.signal), { objectMode: false })
    ctx.body = archive
    // Making the first chunk can take longer than a caller waits for headers.
    ctx.flushHeaders()
    void wasSent(ctx.res, longestMs).then(async (whole) => {
      leaving.abort()
      archive.destroy()
      if (whole && ctx.method === 'GET') await taken.add(id)
      await finished(archive).catch(() => {})
      writing.splice(writing.indexOf(callerId), 1)
    })
  })

  return router
}

/** True if the whole response was sent. */
async function wasSent(res: ServerResponse, longestMs: number): Promise<boolean> {
  const tooLong = setTimeout(() => res.destroy(), longestMs)
  if (!res.closed) await new Promise<void>((resolve) => res.once('close', resolve))
  clearTimeout(tooLong)
  return res.writableFinished
}

async function madeOf(log: Source['log'], id: string): Promise<Made | undefined> {
  for await (const { data } of log.readStream(exportStream(id))) return data as Made
  return undefined
}
