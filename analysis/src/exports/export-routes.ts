import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import Router from '@koa/router'
import { ShopError } from '@shop/language/errors'
import { exportStream } from '@shop/language/events/export-events'
import { analystOf } from '@shop/server/http/authenticate'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { Copy } from '../copy/open-copy.ts'
import type { Spec } from './export-files.ts'
import { writeArchive } from './write-archive.ts'

/** As the shop makes them: no other names a stream. */
const AN_ID = /^[\w-]{1,100}$/

/** Files that are written at once, whoever asks for them: each has an engine of its own. */
const MOST_AT_ONCE = 2

type Source = Readonly<{
  copy: Pick<Copy, 'view' | 'digestAt'>
  log: Pick<EventReader, 'readStream'>
  /** Of the copy: files are made in it before they are sent. */
  folder: string
}>

/** The file of an export, for whoever has had it recorded. */
export function exportRoutes({ copy, log, folder }: Source): Router {
  const router = new Router({ strict: true, sensitive: true })
  const place = join(folder, 'exports')
  // What a process that was killed has left.
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true, mode: 0o700 })
  let writing = 0

  async function* archiveOf(spec: Spec) {
    // Its segments stay until all is sent.
    using view = copy.view()
    const rangeDigest = (await copy.digestAt(spec.to)).toString('hex')
    yield* writeArchive(spec, { view, rangeDigest, folder: place })
  }

  router.get('/analysis/exports/:id', async (ctx) => {
    const { id: callerId } = analystOf(ctx)
    const id = ctx.params.id ?? ''
    const spec = AN_ID.test(id) ? await specOf(log, id) : undefined
    if (spec?.authorId !== callerId) throw new ShopError('NOT_FOUND', 'There is no such export')
    {
      using view = copy.view()
      if (view.event < spec.to)
        throw new ShopError(
          'CONFLICT',
          `The copy of the log is at event ${view.event}: ask again once it has ${spec.to}`,
        )
    }
    if (writing >= MOST_AT_ONCE) throw new ShopError('OVERLOADED', 'Other exports are under way: try again in a moment')
    ctx.set('Content-Disposition', `attachment; filename="selvedge-${spec.from}-${spec.to}-${spec.format}.tar"`)
    ctx.set('Cache-Control', 'no-store')
    ctx.type = 'application/x-tar'
    writing++
    const archive = Readable.from(archiveOf(spec), { objectMode: false }).once('close', () => writing--)
    ctx.body = archive
    // The first part may take longer to make than a caller waits for an answer.
    ctx.flushHeaders()
  })

  return router
}

async function specOf(log: Source['log'], id: string): Promise<Spec | undefined> {
  for await (const { data } of log.readStream(exportStream(id))) return data as Spec
  return undefined
}
