import { existsSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Checkpoint, Checkpoints } from '../checkpoint.ts'
import { requireReadModels } from './read-models-file.ts'

const FROM = 'FROM checkpoints LEFT JOIN failures USING (projection)'

/** Where each projection stands, in two tables: few have anything in the second, what they could not take. */
export function createCheckpoints(db: DatabaseSync) {
  const select = db.prepare(`SELECT position, told ${FROM} WHERE projection = ?`)
  const selectAll = prepareAll(db)
  const setPosition = db.prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?)')
  const setFailures = db.prepare('INSERT OR REPLACE INTO failures VALUES (?, ?)')
  const clearFailures = db.prepare('DELETE FROM failures WHERE projection = ?')

  return {
    get(projection: string): Checkpoint | undefined {
      const row = select.get(projection)
      return row && checkpointOf(row)
    },
    all: () => checkpointsIn(selectAll),
    /** To be called in a transaction. */
    set(projection: string, { position, halted, leftOut, damaged }: Checkpoint) {
      setPosition.run(projection, position)
      if (halted || leftOut || damaged) setFailures.run(projection, JSON.stringify({ halted, leftOut, damaged }))
      else clearFailures.run(projection)
    },
  }
}

/** Those in the file of a shop that may be running: nothing else in it is looked at. Throws where there is no such file. */
export function openSqliteCheckpoints(file: string): Checkpoints {
  // Opening would make it, and a read store begins a file anew that it cannot use.
  if (!existsSync(file)) throw new Error(`${file} is not there`)
  const db = new DatabaseSync(file, { timeout: 5_000 })
  try {
    requireReadModels(db, file)
    const selectAll = prepareAll(db)
    const ask = db.prepare(`UPDATE failures SET told = json_set(told, '$.halted.resume', ?)
      WHERE projection = ? AND told -> '$.halted' IS NOT NULL`)
    return {
      all: async () => checkpointsIn(selectAll),
      resume: async (projection, how) => Number(ask.run(how, projection).changes) === 1,
      close: async () => db.close(),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

const prepareAll = (db: DatabaseSync) => db.prepare(`SELECT projection, position, told ${FROM}`)

const checkpointsIn = (selectAll: StatementSync): ReadonlyMap<string, Checkpoint> =>
  new Map(selectAll.all().map((row) => [String(row.projection), checkpointOf(row)]))

const checkpointOf = ({ position, told }: Record<string, unknown>): Checkpoint => ({
  position: String(position),
  ...(told !== null && toldIn(String(told))),
})

function toldIn(told: string): Omit<Checkpoint, 'position'> {
  try {
    return JSON.parse(told)
  } catch {
    return { damaged: true }
  }
}
