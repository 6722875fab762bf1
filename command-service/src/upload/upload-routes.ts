import { randomBytes } from 'node:crypto'
import { unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Router from '@koa/router'
import { PICTURE_WIDTHS } from '@shop/language/api/limits'
import { isShopError, ShopError } from '@shop/language/errors'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { fileOf, pendingBytes, pendingFolder } from './pending-pictures.ts'
import { readPicture } from './read-picture.ts'
import { createRenderer, type Rendered } from './render-picture.ts'
import { createUploadLimits } from './upload-limits.ts'

const MOST_PENDING_BYTES = 200 * 1024 * 1024

type Needed = Pick<Parts, 'uploadsFolder' | 'rateLimits' | 'corsOrigins'>

/** A drop box, not a host (decisions P17): a picture that no product refers to is deleted after an hour. Reads its own body. */
export function uploadRoutes({ uploadsFolder, rateLimits, corsOrigins }: Needed): Router {
  const router = new Router()
  const render = createRenderer()
  const limited = createUploadLimits(rateLimits)

  router.post('/uploads', async (ctx) => {
    if (!corsOrigins.includes(ctx.get('origin'))) refuseOtherSites(ctx)
    const url = await limited(ctx.ip, async () => {
      const picture = await readPicture(ctx)
      return store(await render(picture))
    })
    answer(ctx, { url })
  })

  async function store(rendered: Rendered): Promise<string> {
    const bytes = PICTURE_WIDTHS.reduce((sum, width) => sum + rendered[width].length, 0)
    const name = randomBytes(16).toString('hex')
    const pathOf = (width: number) => join(pendingFolder(uploadsFolder), fileOf(name, width))
    try {
      if ((await pendingBytes(uploadsFolder)) + bytes > MOST_PENDING_BYTES) throw full()
      await Promise.all(PICTURE_WIDTHS.map((width) => writeFile(pathOf(width), rendered[width], { flag: 'wx' })))
    } catch (error) {
      await Promise.allSettled(PICTURE_WIDTHS.map((width) => unlink(pathOf(width))))
      throw isShopError(error) ? error : full(error)
    }
    return `/uploads/${fileOf(name, Math.max(...PICTURE_WIDTHS))}`
  }

  return router
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
