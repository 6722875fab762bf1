import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Seen, TrailBody } from '@shop/language/analysis/trail'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startForTests } from '../test-support/start-for-tests.ts'
import { openTrail, type Visitor } from './create-trail.ts'
import { newestDayIn, openTrailFiles } from './trail-files.ts'
import { createVisits } from './visits.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const seen: Seen = { what: 'product seen', productId: 'P1' }
const bodyOf = (...all: Seen[]): TrailBody => ({ device: 'phone', entry: 'search', isSignedIn: false, seen: all })

let folder: string
let nowMs: number
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'selvedge-trail-')), 'trail')
  nowMs = NOON
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

/** A visitor with an address and a network that no other visitor has. */
const by = (client: string, network = client): Visitor => ({ client, network, browser: 'a browser' })

const open = () => openTrail(folder, () => nowMs)
const files = (kind: 'raw' | 'counts') =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.startsWith(kind))
        .toSorted()
    : []
const rowsIn = (name: string): Record<string, unknown>[] =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
const rows = (kind: 'raw' | 'counts') => files(kind).flatMap(rowsIn)
const bytesOf = (kind: 'raw' | 'counts') =>
  files(kind).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
const allBytes = () => [...files('raw'), ...files('counts')].map((name) => name + readFileSync(join(folder, name)))

describe('the trail', () => {
  test('has a row with the minute for each thing that was seen, and counts by day', async () => {
    const trail = open()
    nowMs += 30_500
    trail.note(bodyOf(seen, { what: 'list shown', list: 'women', results: 12 }, seen), by('a visitor'))
    trail.note(bodyOf({ what: 'refused add', productId: 'P1', size: 'M', color: 'Red' }), by('another'))
    await trail.close()
    const raw = rows('raw')
    expect(raw).toHaveLength(4)
    const visit = raw[0]?.visit
    expect(raw[0]).toEqual({
      seenAt: '2026-03-02T12:00:00Z',
      visit,
      device: 'phone',
      entry: 'search',
      what: 'product seen',
      thing: 'P1',
      size: null,
      color: null,
      results: null,
    })
    expect(raw.map((row) => row.visit === visit)).toEqual([true, true, true, false])
    const counts = rows('counts').map(({ what, thing, size, found, count }) => [what, thing, size, found, count])
    expect(counts).toEqual([
      ['product seen', 'P1', null, null, 2],
      ['list shown', 'women', null, true, 1],
      ['refused add', 'P1', 'M', null, 1],
    ])
  })

  test('stores no page views of signed-in people, and stores their refused additions without a visit', async () => {
    const trail = open()
    const refused: Seen = { what: 'refused add', productId: 'P1', size: '', color: '' }
    trail.note({ ...bodyOf(seen, { what: 'search', term: 'linen', results: 0 }, refused), isSignedIn: true }, by('ada'))
    await trail.close()
    expect(rows('raw').map(({ what, visit }) => [what, visit])).toEqual([['refused add', null]])
  })

  test('keeps a term after five clients have searched for it on a day, in any spelling, but never an address or a number', async () => {
    const trail = open()
    const search = (term: string, visitor: Visitor) => trail.note(bodyOf({ what: 'search', term, results: 0 }), visitor)
    for (let again = 0; again < 10; again++)
      search('Ada Lovelace', { ...by('one and the same'), browser: `browser ${again}` })
    const personal = ['ada@example.com', '+44 20 7946 0018', '020.7946.0018', '(0)20/79 46', '1+2+3+4+5+6']
    for (let client = 1; client <= 6; client++)
      for (const term of [client % 2 ? '  Linen   Shirt' : 'linen shirt', ...personal])
        search(term, by(`client ${client}`))
    await trail.close()
    const terms = rows('raw').flatMap(({ thing }) => thing ?? [])
    expect(terms).toEqual(['linen shirt', 'linen shirt'])
    expect(rows('counts').map(({ thing, found, count }) => [thing, found, count])).toEqual([
      [null, false, 44],
      ['linen shirt', false, 2],
    ])
  })

  test('cannot connect the visits of two days, because the key of a day is destroyed', async () => {
    const trail = open()
    trail.note(bodyOf(seen), by('a visitor'))
    trail.note(bodyOf(seen), by('a visitor'))
    nowMs += DAY_MS
    trail.note(bodyOf(seen), by('a visitor'))
    await trail.close()
    const [yesterday, today] = files('raw').map((name) => rowsIn(name).map(({ visit }) => visit))
    expect(new Set(yesterday).size).toBe(1)
    expect(today).not.toContain(yesterday?.[0])
    expect(files('counts')).toHaveLength(2)
    // Another process on the same day has another key, because a key exists only in memory.
    const again = open()
    again.note(bodyOf(seen), by('a visitor'))
    await again.close()
    expect(new Set(rows('raw').map(({ visit }) => visit)).size).toBe(3)
  })

  test('removes rows after 90 days; counts stay', async () => {
    mkdirSync(folder, { recursive: true })
    for (const name of ['raw-2025-12-01-a.ndjson', 'raw-2025-12-02-a.ndjson', 'counts-2024-01-01-a.ndjson'])
      writeFileSync(join(folder, name), '{}\n')
    await open().close()
    expect(readdirSync(folder).toSorted()).toEqual(['counts-2024-01-01-a.ndjson', 'raw-2025-12-02-a.ndjson'])
  })

  test('removes no rows while the clock may be wrong', async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'raw-2024-01-01-a.ndjson'), '{}\n')
    writeFileSync(join(folder, 'raw-2024-01-02-b.ndjson'), '{}\n')
    expect(newestDayIn(folder)).toBe('2024-01-02')
    await openTrail(
      folder,
      () => nowMs,
      () => 0,
    ).close()
    expect(readdirSync(folder)).toHaveLength(2)
  })

  test('creates nothing before there is something to store', async () => {
    expect(newestDayIn(folder)).toBeUndefined()
    await open().close()
    expect(existsSync(folder)).toBe(false)
  })

  test('is limited: in bytes of rows a day, and in the number of things that are counted', async () => {
    const bounded = openTrailFiles(folder)
    for (let at = 0; at < 200; at++) {
      bounded.put('2026-03-02', { text: 'x'.repeat(100_000) })
      await bounded.flush()
    }
    expect(bytesOf('raw')).toBeGreaterThan(15 * 2 ** 20)
    expect(bytesOf('raw')).toBeLessThanOrEqual(16 * 2 ** 20)
    // Rows that cannot be written in time do not wait in memory either.
    for (let at = 0; at < 200; at++) bounded.put('2026-03-03', { text: 'x'.repeat(100_000) })
    await bounded.flush()
    expect(bytesOf('raw')).toBeLessThan(17 * 2 ** 20)

    const trail = open()
    for (let at = 0; at < 11_000; at++)
      trail.note(bodyOf({ what: 'product seen', productId: `made-up-${at}` }, seen), by(`hostile ${at % 100}`))
    await trail.close()
    const counts = rows('counts')
    expect(counts).toHaveLength(10_001)
    expect(counts.find(({ thing }) => thing === 'P1')?.count).toBe(11_000)
    expect(counts.find(({ thing }) => thing === null)?.count).toBe(1_001)
  })

  test('limits rows per client and per network, so that there is room for the rows of other clients', async () => {
    const trail = open()
    const madeUp = (at: number): Seen[] => [
      { what: 'product seen', productId: `made-up-${at}` },
      { what: 'search', term: `made up ${at}`, results: 0 },
    ]
    for (let at = 0; at < 5_000; at++) trail.note(bodyOf(...madeUp(at)), by('hostile'))
    for (let at = 0; at < 5_000; at++) trail.note(bodyOf(...madeUp(5_000 + at)), by(`neighbour ${at}`, 'one network'))
    for (let client = 1; client <= 5; client++)
      trail.note(bodyOf(seen, { what: 'search', term: 'linen', results: 3 }), by(`client ${client}`))
    await trail.close()
    const counts = rows('counts')
    const sum = counts.reduce((all, { count }) => all + Number(count), 0)
    expect(sum).toBe(600 + 3_000 + 10)
    expect(counts.find(({ thing }) => thing === 'P1')?.count).toBe(5)
    expect(counts.find(({ thing }) => thing === 'linen')?.count).toBe(1)
  })

  test('counts the terms of other clients even if one client has made up many terms', () => {
    const visits = createVisits()
    for (let at = 0; at < 3_000; at++) visits.keptTerm(`made up ${at}`, `hostile ${at % 10}`)
    const kept = [1, 2, 3, 4, 5].map((client) => visits.keptTerm('linen', `client ${client}`))
    expect(kept).toEqual([null, null, null, null, 'linen'])
  })

  test('computes when a thing was seen from the page’s report, but never a time before its day', async () => {
    const trail = open()
    trail.note(bodyOf({ ...seen, ago: 95 }, { ...seen, ago: 1_440 }, seen), by('a visitor'))
    await trail.close()
    expect(rows('raw').map(({ seenAt }) => seenAt)).toEqual([
      '2026-03-02T10:25:00Z',
      '2026-03-02T00:00:00Z',
      '2026-03-02T12:00:00Z',
    ])
  })

  test('a full disk stops only the trail, which continues when there is room again', async () => {
    mkdirSync(folder, { recursive: true })
    const full = ['raw-2026-03-02-w.ndjson', 'counts-2026-03-02-w.ndjson.new'].map((name) => join(folder, name))
    for (const file of full) symlinkSync('/dev/full', file)
    const written = openTrailFiles(folder, 'w')
    written.put('2026-03-02', seen)
    await written.flush()
    await written.count('2026-03-02', [seen])
    expect(files('counts')).toEqual(['counts-2026-03-02-w.ndjson.new'])
    for (const file of full) rmSync(file)
    written.put('2026-03-02', seen)
    await written.flush()
    await written.count('2026-03-02', [seen])
    expect([...rows('raw'), ...rows('counts')]).toEqual([seen, seen])
  })
})

describe('the trail over HTTP', () => {
  const body = JSON.stringify(bodyOf(seen))
  const canaries = [
    '203.0.113.77',
    'CanaryAgent',
    'canary-cookie',
    'guest_CANARY',
    'canary-token',
    'CANARY-REFERRER',
    'Canary',
  ]
  const send = async (
    given: { headers?: Record<string, string>; body?: string; trail?: ReturnType<typeof open> } = {},
  ) => {
    const gateway = await startForTests({ trail: given.trail, trustProxy: true, counters: createMemoryCounters() })
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.77',
      'user-agent': 'CanaryAgent/1.0',
      cookie: 'cart=canary-cookie; guestId=guest_CANARY',
      authorization: 'Bearer canary-token',
      referer: 'https://selvedge.example/product/P1?from=CANARY-REFERRER',
      ...given.headers,
    }
    const answer = await gateway.ask('/api/trail', { method: 'POST', headers, body: given.body ?? body })
    await gateway.close()
    return { status: answer.status, message: ((await answer.json()) as { message: string }).message }
  }

  test('is stored, with nothing about the sender', async () => {
    const trail = open()
    const personal = bodyOf(seen, { what: 'search', term: 'Canary Lovelace', results: 0 })
    expect(await send({ trail, body: JSON.stringify(personal) })).toEqual({ status: 200, message: 'Counted' })
    await trail.close()
    expect(rows('raw')).toHaveLength(2)
    for (const canary of canaries) for (const bytes of allBytes()) expect(bytes).not.toContain(canary)
    for (const name of ['Lovelace', 'lovelace', 'canary'])
      for (const bytes of allBytes()) expect(bytes).not.toContain(name)
  })

  test('is stored neither for visitors who ask every site not to follow them, nor with TRAIL=off', async () => {
    const trail = open()
    expect(await send({ trail, headers: { 'sec-gpc': '1' } })).toEqual({ status: 200, message: 'Not kept' })
    expect(await send()).toEqual({ status: 200, message: 'Not kept' })
    await trail.close()
    expect([...files('raw'), ...files('counts')]).toEqual([])
  })

  test.each([
    ['an unknown field', { ...bodyOf(seen), userAgent: 'Mozilla' }, 400],
    ['an unknown field of what was seen', bodyOf({ ...seen, referrer: 'https://mail.example/ada' } as Seen), 400],
    ['longer ago than a day', bodyOf({ ...seen, ago: 1_441 }), 400],
    ['a sentence as a product', bodyOf({ what: 'product seen', productId: 'Ada Lovelace was here' }), 400],
    ['an address as a size', bodyOf({ what: 'refused add', productId: 'P1', size: 'ada@example.com', color: '' }), 400],
    ['something else that is seen', bodyOf({ what: 'mouse moved' } as unknown as Seen), 400],
    ['more than twenty things', bodyOf(...Array.from({ length: 21 }, () => seen)), 400],
    ['nothing', bodyOf(), 400],
    ['too much', { ...bodyOf(seen), more: 'x'.repeat(9_000) }, 413],
  ])('is refused with %s', async (_, wrong, status) => {
    const trail = open()
    expect((await send({ trail, body: JSON.stringify(wrong) })).status).toBe(status)
    await trail.close()
    expect(files('raw')).toEqual([])
  })

  test('is accepted 120 times a minute from one client', async () => {
    const gateway = await startForTests({ counters: createMemoryCounters() })
    const headers = { 'content-type': 'application/json' }
    const post = () => gateway.ask('/api/trail', { method: 'POST', headers, body })
    for (let part = 0; part < 2; part++) {
      const answers = await Promise.all(Array.from({ length: 60 }, post))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    }
    expect((await post()).status).toBe(429)
    await gateway.close()
  })
})
