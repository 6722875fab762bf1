import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projections } from '@shop/projections/all'
import type { AnyProjection } from '@shop/projections/projection'
import { readConfig } from '@shop/server/config'
import { runTool } from '@shop/server/run-tool'
import { nameOf } from '../reducers/projected-changes.ts'
import { copiedEvents } from './copied-events.ts'
import { reportOf } from './report.ts'
import { tryProjection } from './try-projection.ts'

const USAGE = 'npm run shop -- try-projection <file>'

/**
 * Shows which documents would differ if a changed projection had read all past events. `file` exports projections; each is compared with
 * the shop's projection of the same name. The tool reads the analysts' copy and changes nothing, so the shop may run. Personal fields are
 * null in the copy, as after an erasure.
 */
await runTool(USAGE, async (argument) => {
  const file = resolve(argument('file'))
  const tried = Object.values((await import(pathToFileURL(file).href)) as Record<string, unknown>).filter(isProjection)
  if (tried.length === 0)
    throw new Error(`${file} exports no projection. A projection is an object with into, failure and on`)
  const folder = join(readConfig(undefined, 'none').dataFolder, 'analysis')
  for (const one of tried) {
    const now = projections.find((other) => nameOf(other) === nameOf(one))
    const types = [...new Set([...Object.keys(one.on), ...Object.keys(now?.on ?? {})])]
    const { newest, batches } = await copiedEvents(folder, types)
    const found = await tryProjection(now, one, batches)
    process.stdout.write(reportOf({ now: now?.into.name, name: one.into.name, newest, ...found }))
  }
})

function isProjection(value: unknown): value is AnyProjection {
  return typeof value === 'object' && value !== null && 'into' in value && 'on' in value
}
