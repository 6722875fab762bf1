import type { Seen, TrailBody } from '@shop/language/analysis/trail'
import { TRAIL_ROWS_A_DAY } from '@shop/server/limits/sizes'
import { openTrailFiles } from './trail-files.ts'
import { columnsOf, type TrailRow } from './trail-row.ts'
import { createVisits } from './visits.ts'

const FLUSH_MS = 1_000
const COUNT_MS = 60_000
const MINUTE_MS = 60_000

/** The client, network and browser identify a visit, and are not stored. */
export type Visitor = Readonly<{ client: string; network: string; browser: string }>

export type Trail = ReturnType<typeof openTrail>

/** The trail: what people saw in the shop. It may be lost without harm to the shop. The clock `forgetting` decides which rows are old. */
export function openTrail(folder: string, now: () => number = Date.now, forgetting = now) {
  const files = openTrailFiles(folder)
  let counts = createDayCounts(dayOf(now()))
  let visits = createVisits()
  let shares = createDayShares()
  let isCounted = true
  let writing = files.sweep(forgetting())
  const write = (what: () => Promise<void>) => (writing = writing.then(what))
  const flushing = setInterval(() => write(files.flush), FLUSH_MS).unref()
  const counting = setInterval(keep, COUNT_MS).unref()

  return {
    note({ device, entry, isSignedIn, seen }: TrailBody, { client, network, browser }: Visitor) {
      turnTheDay()
      // A visit could identify a signed-in customer. So the visit is not stored, and only checkout steps and refused additions are stored.
      const visit = isSignedIn ? null : visits.idOf(`${client}\n${browser}`)
      const [clientId, networkId] = [visits.idOf(client), visits.idOf(network)]
      for (const one of isSignedIn ? seen.filter(isAct) : seen) {
        if (!shares.take(clientId, networkId)) return
        const columns = columnsOf(one)
        const thing = one.what === 'search' ? visits.keptTerm(one.term, clientId) : columns.thing
        const row = { seenAt: minuteOf(one, now(), counts.day), visit, device, entry, ...columns, thing }
        files.put(counts.day, row)
        counts.add(row)
        isCounted = false
      }
    },

    async close() {
      clearInterval(flushing)
      clearInterval(counting)
      keep()
      await write(files.flush)
      visits.destroy()
    },
  }

  /** On a new day, destroys the former day's key, so that nothing can connect that day's visits to visitors. */
  function turnTheDay() {
    const today = dayOf(now())
    if (today === counts.day) return
    write(files.flush)
    keepCounts()
    visits.destroy()
    visits = createVisits()
    shares = createDayShares()
    counts = createDayCounts(today)
    write(() => files.sweep(forgetting()))
  }

  function keep() {
    turnTheDay()
    keepCounts()
  }

  function keepCounts() {
    if (isCounted) return
    isCounted = true
    const { day, rows } = counts
    const kept = rows()
    write(() => files.count(day, kept))
  }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const isAct = ({ what }: Seen) => what === 'checkout step' || what === 'refused add'

function minuteOf({ ago = 0 }: Seen, nowMs: number, day: string) {
  const seenMs = Math.max(Date.parse(day), nowMs - ago * MINUTE_MS)
  return `${new Date(seenMs).toISOString().slice(0, 16)}:00Z`
}

/** Counts are kept forever, so a client that invents names must not cause too many rows. */
const MOST_ROWS = 10_000

type Counted = Readonly<
  Pick<TrailRow, 'what' | 'thing' | 'size' | 'color' | 'device' | 'entry'> & {
    day: string
    found: boolean | null
  }
>

/** After `MOST_ROWS` rows, further things are counted without their name, size and color. */
function createDayCounts(day: string) {
  const counts = new Map<string, Counted & { count: number }>()

  return {
    day,
    rows: (): readonly object[] => [...counts.values()],
    add({ what, thing, size, color, results, device, entry }: TrailRow) {
      const found = results === null ? null : results > 0
      const exact = { day, what, thing, size, color, found, device, entry }
      const hasPlace = counts.size < MOST_ROWS || counts.has(JSON.stringify(exact))
      const counted = hasPlace ? exact : { ...exact, thing: null, size: null, color: null }
      const key = JSON.stringify(counted)
      counts.set(key, { ...counted, count: (counts.get(key)?.count ?? 0) + 1 })
    },
  }
}

/** Each of the first clients and networks, up to this number, has its own count. All other clients and networks share one count. */
const MOST_KNOWN = 100_000
const ALL_OTHERS = 'all others'

/** Limits the rows of each client and network on a day, so that one client cannot use up the space. The keys do not identify a person. */
function createDayShares() {
  const taken = new Map<string, number>()

  const countOf = (name: string, most: number) => {
    const key = taken.has(name) || taken.size < MOST_KNOWN ? name : ALL_OTHERS
    return { key, after: (taken.get(key) ?? 0) + 1, most }
  }

  return {
    take(client: string, network: string): boolean {
      const { client: mostOfClient, network: mostOfNetwork } = TRAIL_ROWS_A_DAY
      const counts = [countOf(`client ${client}`, mostOfClient), countOf(`network ${network}`, mostOfNetwork)]
      if (counts.some(({ after, most }) => after > most)) return false
      for (const { key, after } of counts) taken.set(key, after)
      return true
    },
  }
}
