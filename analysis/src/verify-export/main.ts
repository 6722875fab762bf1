import { createReadStream } from 'node:fs'
import { runTool } from '@shop/server/run-tool'
import { verifyArchive } from '../exports/verify-archive.ts'

const USAGE = 'npm run verify-export -- <archive>...'

/** Whether exports are whole and as they were made: a cut or changed one is refused by name. */
await runTool(USAGE, async (_, __, archives) => {
  for (const archive of archives) {
    const { events, files, tables } = await verifyArchive(createReadStream(archive)).catch((cause: Error) => {
      throw new Error(`${archive}: ${cause.message}`, { cause: cause.cause })
    })
    const rows = tables.find(({ name }) => name === 'events')?.rows ?? 0
    process.stdout.write(
      `${archive} is whole: ${rows} of the events ${events.from} to ${events.to}, ${tables.length} tables in ${files.length} files\n`,
    )
  }
})
