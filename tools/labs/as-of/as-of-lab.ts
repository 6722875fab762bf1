import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Copy, openCopy } from '@shop/analysis/copy/open-copy'
import { createPseudonyms } from '@shop/analysis/pseudonyms/pseudonyms'
import { figures } from '@shop/language/api/figures'
import { randomFrom, wholeBelow } from '@shop/language/random-from'
import { createShopReader } from '@shop/stores/event-store/shop-log'
import { openSqliteEventReader } from '@shop/stores/event-store/sqlite/sqlite-event-reader'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'
import { askingOf } from './asking.ts'
import { differencesAt } from './compare-answers.ts'
import { wrongInFigure, wrongInList } from './compare-figures.ts'
import { liveAnswers } from './live-answers.ts'
import { lookThrough } from './look-through.ts'
import { retimed } from './retimed.ts'

type Plan = Readonly<{
  /** With a shop's `events.db` and `keys.db`. */
  shop: string
  /** Live answers are kept after so many events. */
  every: number
  /** Each figure is explained as of so many events anywhere. */
  explained: number
  seed: number
  say?: (line: string) => void
}>
export type Report = Readonly<{
  folder: string
  events: number
  answers: number
  figures: number
  wrong: readonly string[]
}>

const KEY = Buffer.alloc(32, 3)

/** Compares what was shown of a log's past while it was the present with what is answered as of then. */
export async function runAsOfLab({ shop, every, explained, seed, say = () => {} }: Plan): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-as-of-'))
  await using opening = new AsyncDisposableStack()
  const stored = opening.adopt(openSqliteEventReader(join(shop, 'events.db')), (log) => log.close())
  const keys = opening.adopt(openSqliteKeyStore(join(shop, 'keys.db')), (store) => store.close())
  const log = retimed(stored)
  const opened = createShopReader(log, keys)
  const copy = opening.adopt(await openCopy({ folder, store: log, key: KEY }), (open) => open.close())
  const stop = new AbortController()
  const running = copy.run(stop.signal)
  opening.defer(async () => {
    stop.abort()
    await running
  })
  const events = await copied(copy)
  say(`${events} events, copied`)
  const asking = askingOf(copy, folder)
  await asking.keepUp(stop.signal)
  const { changes, moments } = await lookThrough(opened)
  const wrong: string[] = []
  let answers = 0
  for await (const live of liveAnswers(opened, every, createPseudonyms(KEY))) {
    answers += live.answers.size
    wrong.push(...(await differencesAt(live, asking, moments)))
  }
  say(`${answers} answers kept after each ${every}th event`)
  const random = randomFrom(seed)
  for (let n = 0; n < explained; n++) {
    const asOf = 1 + wholeBelow(random, events)
    for (const figure of figures) wrong.push(...(await wrongInFigure(asking, figure, changes[figure], asOf)))
  }
  for (const figure of figures) wrong.push(...(await wrongInList(asking, figure, changes[figure])))
  return { folder, events, answers, figures: explained * figures.length, wrong }
}

async function copied(copy: Copy): Promise<number> {
  for (;;) {
    const { building, behind, event } = await copy.status()
    if (!building && behind === 0) return event
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
