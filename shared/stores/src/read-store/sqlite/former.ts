import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../open-sqlite.ts'
import type { InTurn } from '../../turns/in-process-turns.ts'
import type { ReadStore } from '../read-store.ts'
import type { Background } from './background.ts'
import type { createCheckpoints } from './checkpoints.ts'
import type { createCollections } from './collections.ts'
import { dropInPieces, type Writing } from './long-work.ts'
import type { Prepare } from './query.ts'

type Parts = Readonly<{
  db: DatabaseSync
  prepare: Prepare
  collections: ReturnType<typeof createCollections>
  checkpoints: ReturnType<typeof createCheckpoints>
  background: Background
  inTurn: InTurn
}>

/** If the process ends before the tables are dropped, the next start drops them. */
export function createDropFormer({ db, prepare, collections, checkpoints, background, inTurn }: Parts) {
  return async function dropFormer(...[isFormer, signal]: Parameters<ReadStore['dropFormer']>): Promise<boolean> {
    const writing: Writing = (...statements) => {
      signal.throwIfAborted()
      return inTurn(() => background.transact(statements))
    }
    const tables = await inTurn(() => {
      const used = prepare(
        'SELECT collection, name, shape FROM live UNION ALL SELECT collection, name, shape FROM staged',
      )
        .all()
        .filter(({ collection }) => isFormer(String(collection)))
      const names = new Set([...used.map(({ collection }) => String(collection)), ...checkpoints.all().keys()])
      const former = [...names].filter(isFormer)
      inTransaction(db, () => {
        for (const name of former) {
          prepare('DELETE FROM live WHERE collection = ?').run(name)
          prepare('DELETE FROM staged WHERE collection = ?').run(name)
        }
        checkpoints.remove(former)
      })
      for (const name of former) collections.forget(name)
      return used.map(({ name, shape }) => ({ name: String(name), ...JSON.parse(String(shape)) }))
    })
    for (const table of tables) await dropInPieces(writing, table)
    return true
  }
}
