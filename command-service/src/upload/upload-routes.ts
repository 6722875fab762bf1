import { createHmac, randomBytes } from 'node:crypto'
import { rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Router from '@koa/router'
import { isShopError, ShopError } from '@shop/language/errors'
import { PICTURE_WIDTHS } from '@shop/language/limits'
import { spanInWords } from '@shop/language/values/span'
import { callerOf } from '@shop/server/http/authenticate'
import { keyedIdOf } from '@shop/server/http/request-metadata'
import { clientOf } from '@shop/server/limits/address-keys'
import { uploads } from '@shop/server/limits/at-once'
import * as budgets from '@shop/server/limits/budgets'
import { createLimit, tooMany } from '@shop/server/limits/limit'
import { createQueue } from '@shop/server/limits/queue'
import type { Counters } from '@shop/stores/counters/counters'
import { createTurns } from '@shop/stores/turns/in-process-turns'
import type { Context } from 'koa'
import { answer } from '../answer.ts'
import type { Parts } from '../parts.ts'
import { createKeyedUploads } from './keyed-upload.ts'
import { fileOf, pendingFolder, pendingSizes, type Sender, senderFileOf } from './pending-pictures.ts'
import { createPendingSpace, type Space, senderOf } from './pending-space.ts'
import { readPicture } from './read-picture.ts'
import { createRenderer } from './render-picture.ts'

/** Every pending picture is deleted after an hour, so some space is often free again after ten minutes. */
const AGAIN_AFTER_MS = 600_000

type Needed = Pick<Parts, 'uploadsFolder' | 'counters' | 'corsOrigins' | 'publicOrigin' | 'digestSecret'>

/** Pictures are pending until a product refers to them (decisions P17). */
export function uploadRoutes({ uploadsFolder, counters, corsOrigins, publicOrigin, digestSecret }: Needed): Router {
  const router = new Router()
  const render = createRenderer()
  const limited = createUploadLimits(counters)
  const takeSpace = createPendingSpace(() => pendingSizes(uploadsFolder))
  const digestOf = (text: string) => createHmac('sha256', digestSecret).update(text).digest('hex').slice(0, 16)
  const keyed = createKeyedUploads(uploadsFolder, digestSecret)
  // Without turns, an upload that fails would remove the digest of a concurrent upload that succeeds.
  const inTurn = createTurns()

  router.post('/uploads', async (ctx) => {
    if (!corsOrigins.includes(ctx.get('origin'))) refuseOtherSites(ctx, publicOrigin)
    const key = keyedIdOf(ctx)
    const caller = callerOf(ctx)
    const adminId = caller?.role === 'admin' ? caller.id : undefined
    const sender = senderOf(ctx.ip, adminId !== undefined, digestOf)
    const name = await limited({ address: ctx.ip, adminId }, async () => {
      const picture = await readPicture(ctx)
      return key === undefined
        ? storeAs(randomBytes(16).toString('hex'), picture, sender)
        : inTurn(key, () => storeOnce(key, picture, sender))
    })
    const url = `/uploads/${fileOf(name, Math.max(...PICTURE_WIDTHS))}`
    answer(ctx, { url, imageUrl: url })
  })

  async function storeOnce(key: string, picture: Buffer, sender: Sender): Promise<string> {
    const name = keyed.nameOf(key)
    if (await keyed.isStored(name, picture).catch(noSpace)) return name
    await keyed.note(name, picture).catch(noSpace)
    try {
      return await storeAs(name, picture, sender)
    } catch (error) {
      await keyed.forget(name)
      throw error
    }
  }

  /** A concurrent repeat of the upload writes the same content. */
  async function storeAs(name: string, picture: Buffer, sender: Sender): Promise<string> {
    const rendered = await render(picture)
    const bytes = PICTURE_WIDTHS.reduce((sum, width) => sum + rendered[width].length, 0)
    const attempt = randomBytes(8).toString('hex')
    const pathOf = (width: number) => join(pendingFolder(uploadsFolder), fileOf(name, width))
    const partOf = (width: number) => `${pathOf(width)}.${attempt}`
    try {
      requireSpace(await takeSpace(bytes, sender))
      await Promise.all([
        writeFile(join(pendingFolder(uploadsFolder), senderFileOf(name, sender)), ''),
        ...PICTURE_WIDTHS.map((width) => writeFile(partOf(width), rendered[width], { flag: 'wx', flush: true })),
      ])
      await Promise.all(PICTURE_WIDTHS.map((width) => rename(partOf(width), pathOf(width))))
    } catch (error) {
      await Promise.allSettled(PICTURE_WIDTHS.map((width) => unlink(partOf(width))))
      return noSpace(error)
    }
    return name
  }

  return router
}

function noSpace(error: unknown): never {
  throw isShopError(error) ? error : full(error)
}

function requireSpace(space: Space) {
  if (space === 'share')
    throw tooMany('Too many of your pictures are not used by a product yet. Try again later', AGAIN_AFTER_MS)
  if (space === 'full') throw full()
}

const full = (cause?: unknown) =>
  new ShopError('UNAVAILABLE', 'There is no space for pictures right now. Try again later', {
    cause,
    details: { retryAfter: AGAIN_AFTER_MS / 1000 },
  })

/** Pages of other sites could fill the disk through the browsers of their visitors. */
function refuseOtherSites(ctx: Context, publicOrigin: string | undefined) {
  const origin = ctx.get('origin')
  // A proxy may change the host name, so the shop's public origin is accepted too.
  const sameSite =
    origin === '' || origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === ctx.host)
  if (!sameSite || ctx.get('sec-fetch-site') === 'cross-site')
    throw new ShopError('FORBIDDEN', 'Only pages of the shop may upload pictures')
}

const TOO_MANY = `Too many pictures in a short time. Try again in ${spanInWords(budgets.uploads.seconds)}`

/** Admins are counted by account, so that no other client uses up an admin's limit. */
type Uploader = Readonly<{ address: string; adminId: string | undefined }>

/**
 * A client or admin may upload ten pictures a minute, and try sixty uploads a minute. Throws RATE_LIMITED, or OVERLOADED when too many
 * uploads wait.
 */
function createUploadLimits(counters: Counters) {
  const accepted = createLimit(counters, budgets.uploads, TOO_MANY)
  const attempted = createLimit(counters, budgets.attemptedUploads, TOO_MANY)
  const inPlace = createQueue(uploads)
  const inPlaceOfAdmin = createQueue(uploads)

  return async <Result>({ address, adminId }: Uploader, upload: () => Promise<Result>): Promise<Result> => {
    const key = adminId === undefined ? clientOf(address) : `admin ${adminId}`
    await attempted.take(key)
    await accepted.take(key)
    try {
      return await (adminId === undefined ? inPlace(address, upload) : inPlaceOfAdmin(adminId, upload))
    } catch (error) {
      await accepted.giveBack(key)
      throw error
    }
  }
}
