import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Position, START } from '@shop/language/events/event'
import type { Checkpoint, Checkpoints, Failures } from '../checkpoint.ts'
import type { ProjectionName, Step } from '../read-store.ts'
import { positionsOf, type SharedPosition, sharedBy, togetherOf } from '../shared-positions.ts'
import { stepOf } from '../step-of.ts'
import { requireReadModels } from './read-models-file.ts'

export function createCheckpoints(db: DatabaseSync) {
  const { positions, all } = readsOf(db)
  const move = db.prepare('UPDATE checkpoints SET position = ? WHERE projections = ? AND position = ?')
  const put = db.prepare('INSERT INTO checkpoints VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM checkpoints WHERE projections = ?')
  const writeFailures = db.prepare('INSERT OR REPLACE INTO failures VALUES (?, ?)')
  const clearFailures = db.prepare('DELETE FROM failures WHERE projection = ?')

  /** Call it in a transaction. */
  function place(projections: readonly string[], position: Position) {
    const { removed, added } = sharedBy(projections, position, positions())
    for (const one of removed) remove.run(one.projections)
    for (const one of added) put.run(one.projections, one.position)
  }

  function setFailures(projection: string, { halted, leftOut, damaged }: Failures) {
    if (halted || leftOut || damaged) writeFailures.run(projection, JSON.stringify({ halted, leftOut, damaged }))
    else clearFailures.run(projection)
  }

  return {
    all,
    setFailures,

    /** Call it in a transaction. Throws when a projection is not at `from`. */
    move(projections: readonly string[], from: Position, to: Position) {
      if (move.run(to, togetherOf(projections), from).changes === 1) return
      const before = positionsOf(positions())
      for (const name of projections) {
        const at = before.get(name) ?? START
        if (at !== from) throw new Error(`${name} is at '${at}', not '${from}'. Are two shops running?`)
      }
      place(projections, to)
    },

    /** Call it in the transaction that makes the projection's new documents live. */
    setRebuilt(projection: string, position: Position) {
      place([projection], position)
      setFailures(projection, {})
    },

    /** Call it in a transaction. */
    remove(projections: readonly string[]) {
      if (projections.length === 0) return
      place(projections, START)
      remove.run(togetherOf(projections))
      for (const name of projections) clearFailures.run(name)
    },

    /** Returns the step that announces the damage; undefined for a projection that was never built. */
    markDamaged(projection: ProjectionName): Step | undefined {
      const { position, ...failures } = all().get(projection) ?? {}
      if (position === undefined) return undefined
      const damaged = { ...failures, damaged: true } as const
      setFailures(projection, damaged)
      return stepOf(projection, position, position, [], damaged)
    },
  }
}

/** The checkpoints in the file of a shop's read models. The shop may be running. Throws if the file does not exist. */
export function openSqliteCheckpoints(file: string): Checkpoints {
  // `DatabaseSync` would create a missing file.
  if (!existsSync(file)) throw new Error(`There is no file ${file}`)
  const db = new DatabaseSync(file, { timeout: 5_000 })
  try {
    requireReadModels(db, file)
    const { all } = readsOf(db)
    const ask = db.prepare(`UPDATE failures SET told = json_set(told, '$.halted.resume', ?)
      WHERE projection = ? AND told -> '$.halted' IS NOT NULL`)
    return {
      all: async () => all(),
      resume: async (projection, how) => Number(ask.run(how, projection).changes) === 1,
      close: async () => db.close(),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

function readsOf(db: DatabaseSync) {
  const selectPositions = db.prepare('SELECT projections, position FROM checkpoints')
  const selectFailures = db.prepare('SELECT projection, told FROM failures')
  const positions = () => selectPositions.all() as SharedPosition[]
  return {
    positions,
    all(): ReadonlyMap<string, Checkpoint> {
      const failures = new Map(selectFailures.all().map((row) => [row.projection, failuresIn(String(row.told))]))
      const all = positionsOf(positions())
      return new Map(Array.from(all, ([name, position]) => [name, { position, ...failures.get(name) }]))
    },
  }
}

function failuresIn(text: string): Failures {
  try {
    return JSON.parse(text)
  } catch {
    return { damaged: true }
  }
}
