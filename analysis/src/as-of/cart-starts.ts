import { existsSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { accountStream } from '@shop/language/account/events'
import { type CartDocument, carts } from '@shop/language/cart/document'
import { cartStream } from '@shop/language/cart/events'
import type { Recorded } from '@shop/language/events/event'
import { foldAll } from '@shop/projections/fold'
import { anyProjection } from '@shop/projections/projection'
import { cartProjection } from '@shop/projections/read-models/cart-projection'
import { createWorkingSet } from '@shop/projections/working-set'
import { inTransaction, isSqliteError, openSqlite } from '@shop/stores/open-sqlite'
import { cartStartsFile, filesOf } from '../copy/copy-files.ts'
import type { CopyView } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { projectedEvents } from './projected-events.ts'
import type { Start, StartsOf } from './things-of-streams.ts'

type Options = Readonly<{
  copy: Pick<Copy, 'reading' | 'digestAt'>
  folder: string
  span: number
  /** This many events are handled in one transaction. Meanwhile the process answers no request. */
  step: number
}>
type Reached = Readonly<{ event: number; digest: string }>
/** `since`: the event that opened the cart, or a later start. `document`: absent while the cart is empty and without a checkout. */
type Cart = Readonly<{ since: number; version: number; document: CartDocument | undefined }>
const NO_CART: Cart = { since: 0, version: -1, document: undefined }

/** STORAGE FORMAT. `carts`: open carts after event `reached`. `starts`: events after which folding can begin. The file may be deleted. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS reached (name TEXT PRIMARY KEY, event INTEGER NOT NULL, digest TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS carts (owner TEXT PRIMARY KEY, since INTEGER NOT NULL, version INTEGER NOT NULL, document TEXT NOT NULL)
    WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS starts (owner TEXT NOT NULL, event INTEGER NOT NULL, version INTEGER NOT NULL, document TEXT,
    PRIMARY KEY (owner, event)) WITHOUT ROWID;
`

const projection = anyProjection(cartProjection)
/** The name of a stream that changes a cart starts with one of these texts and ends with the owner's id. */
const [ofCart, ofAccount] = [cartStream(''), accountStream('')]
const types = Object.keys(cartProjection.on)

/**
 * Keeps a file with the starts of carts: events after which folding a cart can begin. Folding all events of a cart would take too long. An
 * event that leaves a cart empty and without a checkout is a start. If a cart stays open for `span` events of the log, the cart's next
 * event is a start too, stored with the cart's contents.
 */
export function createCartStarts({ copy, folder, span, step }: Options) {
  const file = cartStartsFile(folder)
  let isDamaged = false

  async function isOfLog({ event, digest }: Reached): Promise<boolean> {
    const own = await copy.digestAt(event).catch(() => undefined)
    return own === digest
  }

  const startsOf: StartsOf<CartDocument> = async (owners, event) => {
    try {
      const kept = startsIn(file, owners, event)
      return kept && (await isOfLog(kept.reached)) ? kept.starts : new Map()
    } catch (error) {
      if (!isDamage(error)) throw error
      isDamaged = true
      return new Map()
    }
  }

  async function continueTo(view: CopyView, newest: number, signal: AbortSignal) {
    using db = opened(file)
    const found = reachedIn(db)
    const reached = found && (await isOfLog(found)) ? found.event : 0
    if (reached === 0) db.exec('DELETE FROM reached; DELETE FROM carts; DELETE FROM starts')
    for (let from = reached + 1; from <= newest; from += step) {
      signal.throwIfAborted()
      const upTo = Math.min(newest, from + step - 1)
      const events = await copy.reading((connection) => projectedEvents(connection, view, types, { from, upTo }))
      const digest = await copy.digestAt(upTo)
      inTransaction(db, () => {
        applyToCarts(db, events, span)
        db.prepare('REPLACE INTO reached VALUES (?, ?, ?)').run(carts.name, upTo, digest)
      })
    }
  }

  function remove() {
    for (const one of filesOf(file)) rmSync(one, { force: true })
    isDamaged = false
  }

  return {
    startsOf,
    isDamaged: () => isDamaged,
    /** A damaged file is made again from event 1. */
    async keepUp(view: CopyView, newest: number, signal: AbortSignal) {
      if (isDamaged) remove()
      try {
        await continueTo(view, newest, signal)
      } catch (error) {
        if (!isDamage(error)) throw error
        remove()
        await continueTo(view, newest, signal)
      }
    },
  }
}

const isDamage = (error: unknown) => isSqliteError(error, 'CORRUPT', 'NOT_A_DATABASE')

function reachedIn(db: DatabaseSync): Reached | undefined {
  const row = db.prepare('SELECT event, digest FROM reached WHERE name = ?').get(carts.name)
  return row && { event: Number(row.event), digest: String(row.digest) }
}

/** This is synchronous, so that no other code can remove the open file. */
function startsIn(file: string, owners: readonly string[], event: number) {
  if (!existsSync(file)) return undefined
  using db = opened(file)
  const reached = reachedIn(db)
  const last = db.prepare('SELECT * FROM starts WHERE owner = ? AND event <= ? ORDER BY event DESC LIMIT 1')
  const starts = new Map(
    owners.flatMap((owner) => {
      const row = last.get(owner, event)
      return row ? [[owner, startIn(row)]] : []
    }),
  )
  return reached && { reached, starts }
}

function opened(file: string) {
  const db = openSqlite(file, 'NORMAL')
  db.exec(TABLES)
  return db
}

function startIn({ event, version, document }: Readonly<Record<string, unknown>>): Start<CartDocument> {
  const known = { event: Number(event), version: Number(version) }
  return document === null ? known : { ...known, document: JSON.parse(String(document)) as CartDocument }
}

/** The events must follow the events of the previous call. */
function applyToCarts(db: DatabaseSync, events: readonly Recorded[], span: number) {
  const find = db.prepare('SELECT since, version, document FROM carts WHERE owner = ?')
  const write = db.prepare('REPLACE INTO carts VALUES (?, ?, ?, ?)')
  const remove = db.prepare('DELETE FROM carts WHERE owner = ?')
  const addStart = db.prepare('REPLACE INTO starts VALUES (?, ?, ?, ?)')
  for (const [owner, own] of Map.groupBy(events, ownerOf)) {
    if (owner === undefined) continue
    const { cart, starts } = foldCart(owner, cartIn(find.get(owner)), own, span)
    for (const { event, version, document } of starts)
      addStart.run(owner, event, version, document ? JSON.stringify(document) : null)
    if (cart.document) write.run(owner, cart.since, cart.version, JSON.stringify(cart.document))
    else remove.run(owner)
  }
}

/** The cart after its `events`, and the starts among these events. */
function foldCart(owner: string, before: Cart, events: readonly Recorded[], span: number) {
  const starts: Start<CartDocument>[] = []
  let cart = before
  for (const event of events) {
    const number = Number(event.position)
    const after = cartAfter(owner, cart, event)
    const { version, document } = after
    const isEmptied = !document && (cart.document || event.stream.startsWith(ofCart))
    const isOpenLong = document && number - after.since >= span
    if (isEmptied || isOpenLong) starts.push({ event: number, version, ...(document && { document }) })
    cart = isOpenLong ? { ...after, since: number } : after
  }
  return { cart, starts }
}

function ownerOf({ stream }: Recorded): string | undefined {
  const prefix = [ofCart, ofAccount].find((one) => stream.startsWith(one))
  return prefix && stream.slice(prefix.length)
}

function cartIn(row: Readonly<Record<string, unknown>> | undefined): Cart {
  if (!row) return NO_CART
  const document = JSON.parse(String(row.document)) as CartDocument
  return { since: Number(row.since), version: Number(row.version), document }
}

function cartAfter(owner: string, cart: Cart, event: Recorded): Cart {
  const workingSet = createWorkingSet(cart.document ? [cart.document] : [])
  foldAll(projection, workingSet, [event])
  const document = workingSet.documents.get(owner) as CartDocument | undefined
  return {
    since: cart.document ? cart.since : Number(event.position),
    version: event.stream.startsWith(ofCart) ? event.version : cart.version,
    document: document && isOpen(document) ? document : undefined,
  }
}

const isOpen = ({ items, heldBy }: CartDocument) => items.length > 0 || heldBy !== null
