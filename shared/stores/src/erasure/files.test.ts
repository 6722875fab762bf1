import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { piecesOfDatabase } from './files.ts'
import { createSearch } from './search.ts'

test("the digits of a postal code are found as a text in a column, but not in an event's number", () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-erasure-'))
  const file = join(folder, 'events.db')
  const db = new DatabaseSync(file)
  db.exec(
    'CREATE TABLE events (position INTEGER PRIMARY KEY, data TEXT); CREATE TABLE addresses (code TEXT, version INTEGER)',
  )
  db.exec(`INSERT INTO events VALUES (10007, '{"event":10007,"totalCents":99501}')`)
  const find = createSearch(['10007', '99501'])
  const found = () =>
    [...piecesOfDatabase(file)].flatMap(({ place, bytes }) =>
      find(bytes).map(({ value }) => `${place.split(' ').at(-1)} ${value}`),
    )
  expect(found()).toEqual([])
  db.exec("INSERT INTO addresses VALUES ('99501', 10007)")
  expect(found()).toEqual(['addresses 2'])
  db.close()
  rmSync(folder, { recursive: true })
})
