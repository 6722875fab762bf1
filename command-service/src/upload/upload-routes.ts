import { randomBytes } from 'node:crypto'
import { mkdir, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Router from '@koa/router'
import { PICTURE_WIDTHS } from '@shop/language/api/limits'
import { isShopError, ShopError } from '@shop/language/errors'
import { keyedIdOf } from '@shop/server/http/request-metadata'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { createKeyedUploads } from './keyed-upload.ts'
import { fileOf, pendingBytes, pendingFolder } from './pending-pictures.ts'
import { createPendingSpace } from './pending-space.ts'
import { readPicture } from './read-picture.ts'
import { createRenderer } from './render-picture.ts'
import { createUploadLimits } from './upload-limits.ts'

const MOST_PENDING_BYTES = 200 * 1024 * 1024

type Needed = Pick<Parts, 'uploadsFolder' | 'counters' | 'corsOrigins' | 'digestSecret'>

/** A drop box, not a host (decisions P17): a picture that no product refers to is deleted after an hour. Reads its own body. */
export function uploadRoutes({ uploadsFolder, counters, corsOrigins, digestSecret }: Needed): Router {
  const router = new Router()
  const render = createRenderer()
  const limited = createUploadLimits(counters)
  const takeSpace = createPendingSpace(() => pendingBytes(uploadsFolder), MOST_PENDING_BYTES)
  const keyed = createKeyedUploads(uploadsFolder, digestSecret)

  router.post('/uploads', async (ctx) => {
    if (!corsOrigins.includes(ctx.get('origin'))) refuseOtherSites(ctx)
    const key = keyedIdOf(ctx)
    const name = await limited(ctx.ip, async () => {
      const picture = await readPicture(ctx)
      return key === undefined ? storeAs(randomBytes(16).toString('hex'), picture) : storeOnce(key, picture)
    })
    const url = `/uploads/${fileOf(name, Math.max(...PICTURE_WIDTHS))}`
    answer(ctx, { url, imageUrl: url })
  })

  async function storeOnce(key: string, picture: Buffer): Promise<string> {
    const name = keyed.nameOf(key)
    if (await keyed.isStored(name, picture).catch(noRoom)) return name
    await keyed.note(name, picture).catch(noRoom)
    try {
      return await storeAs(name, picture)
    } catch (error) {
      await keyed.forget(name)
      throw error
    }
  }

  /** Each file gets its name when it is whole: a repeat that runs at the same time writes the same. */
  async function storeAs(name: string, picture: Buffer): Promise<string> {
    const rendered = await render(picture)
    const bytes = PICTURE_WIDTHS.reduce((sum, width) => sum + rendered[width].length, 0)
    const attempt = randomBytes(8).toString('hex')
    const pathOf = (width: number) => join(pendingFolder(uploadsFolder), fileOf(name, width))
    const partOf = (width: number) => `${pathOf(width)}.${attempt}`
    try {
      await mkdir(pendingFolder(uploadsFolder), { recursive: true })
      if (!(await takeSpace(bytes))) throw full()
      await Promise.all(PICTURE_WIDTHS.map((width) => writeFile(partOf(width), rendered[width], { flag: 'wx' })))
      for (const width of PICTURE_WIDTHS) await rename(partOf(width), pathOf(width))
    } catch (error) {
      await Promise.allSettled(PICTURE_WIDTHS.map((width) => unlink(partOf(width))))
      return noRoom(error)
    }
    return name
  }

  return router
}

function noRoom(error: unknown): never {
  throw isShopError(error) ? error : full(error)
}

const full = (cause?: unknown) =>
  new ShopError('UNAVAILABLE', 'There is no room for pictures right now. Try again later', { cause })

/** A form on another site's page must not fill the disk through its visitors' browsers. */
function refuseOtherSites(ctx: Context) {
  const origin = ctx.get('origin')
  const sameSite = origin === '' || (URL.canParse(origin) && new URL(origin).host === ctx.host)
  if (!sameSite || ctx.get('sec-fetch-site') === 'cross-site')
    throw new ShopError('FORBIDDEN', 'Pictures are uploaded from the shop itself')
}
