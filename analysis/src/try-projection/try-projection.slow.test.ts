import { spawnSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTALS } from '@shop/language/dashboard/document'
import { projections } from '@shop/projections/all'
import { anyProjection } from '@shop/projections/projection'
import { dashboardProjection } from '@shop/projections/read-models/dashboard-projection'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../../test-support/copied-shop.ts'
import { madePast } from '../../test-support/made-past.ts'
import { makeSmallCopy } from '../../test-support/small-copy.ts'
import { copiedEvents } from './copied-events.ts'
import { reportOf } from './report.ts'
import { tryProjection } from './try-projection.ts'

const past = madePast(3, 400)
const deletions = past.flatMap(({ type }, index) => (type === 'OrderDeleted' ? [index + 1] : []))
let copy: Awaited<ReturnType<typeof makeSmallCopy>>
beforeAll(async () => {
  copy = await makeSmallCopy(past, 150)
})
afterAll(() => copy.remove())

const now = anyProjection(dashboardProjection)
const dashboard = (on: object, version = 99) =>
  anyProjection({
    ...dashboardProjection,
    into: { ...dashboardProjection.into, name: `dashboard@${version}` },
    on,
  } as never)
async function tried(other: Parameters<typeof tryProjection>[1], from: typeof now | undefined) {
  const { batches } = await copiedEvents(copy.folder, [...new Set([...Object.keys(now.on), ...Object.keys(other.on)])])
  return tryProjection(from, other, batches)
}

test('every projection of the shop equals itself', async () => {
  for (const one of projections) {
    const { batches } = await copiedEvents(copy.folder, Object.keys(one.on))
    const { changed, halted } = await tryProjection(one, one, batches)
    expect([one.into.name, changed, halted.now]).toEqual([one.into.name, [], halted.changed])
  }
})

test('a projection that ignores deletions differs on the days of deleted orders, because of the deletion events', async () => {
  const { OrderDeleted: _, ...others } = dashboardProjection.on
  const { changed, documents } = await tried(dashboard(others), now)
  expect(deletions.length).toBeGreaterThan(0)
  expect([...new Set(changed.flatMap(({ events }) => events))].toSorted((a, b) => a - b)).toEqual(deletions)
  const days = new Set(deletions.map((event) => past[event - 1]!.data.placedAt.slice(0, 10)))
  expect(changed.map(({ id }) => id)).toEqual([...days, TOTALS].toSorted())
  for (const { what, fields } of changed) {
    expect(what).toBe('differs')
    for (const [, was, is] of fields) expect(Number(is)).toBeGreaterThan(Number(was))
  }
  const report = reportOf({ now: 'dashboard@3', name: 'dashboard@99', newest: 400, documents, changed, halted: {} })
  expect(report).toContain(`${changed.length} differ, 0 new, 0 removed`)
  expect(report).toMatch(/ totals differs, by events? \d/)
})

test('a new projection has only new documents, and a projection that throws at an event halts there', async () => {
  const { changed, documents } = await tried(now, undefined)
  expect(new Set(changed.map(({ what }) => what))).toEqual(new Set(['new']))
  expect(changed).toHaveLength(documents)
  const fails = () => {
    throw new Error('not like that')
  }
  const { halted } = await tried(dashboard({ ...dashboardProjection.on, OrderDeleted: fails }), now)
  expect(halted).toEqual({ changed: `event ${deletions[0]}, OrderDeleted: not like that` })
})

test('the command reads a file and prints a report', () => {
  const data = newFolder()
  symlinkSync(copy.folder, join(data.folder, 'analysis'))
  const file = join(data.folder, 'changed.ts')
  const module = join(import.meta.dirname, '../../../projections/src/read-models/dashboard-projection.ts')
  writeFileSync(
    file,
    `import { dashboardProjection } from ${JSON.stringify(module)}
const { OrderDeleted: _, ...on } = dashboardProjection.on
export const changed = { ...dashboardProjection, into: { ...dashboardProjection.into, name: 'dashboard@9' }, on }`,
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), file], {
    env: { ...process.env, DATA_DIR: data.folder },
    encoding: 'utf8',
  })
  data.remove()
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(stdout).toMatch(/^dashboard@\d+ → dashboard@9, over events 1 to \d+\n/)
})
