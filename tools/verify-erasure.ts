import { text } from 'node:stream/consumers'
import { readConfig } from '@shop/server/config'
import { runTool } from '@shop/server/run-tool'
import { openPlaces } from './erasure-places.ts'
import { printFindings } from './print-findings.ts'

/** Searches all stored data for the personal values on standard input, one on each line: `npm run shop -- verify-erasure < values`. */
await runTool('npm run shop -- verify-erasure [<places>...]', async (_, __, further) => {
  const values = (await text(process.stdin)).split('\n').filter((line) => line.trim() !== '')
  if (values.length === 0) throw new Error('Standard input must have the values to search for, one on each line')
  const places = await openPlaces(readConfig(undefined, 'none'), further)
  try {
    if (!printFindings(values.length, await places.search(values))) process.exitCode = 1
  } finally {
    await places.close()
  }
})
