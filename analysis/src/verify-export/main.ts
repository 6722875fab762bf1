import { createReadStream } from 'node:fs'
import { runTool } from '@shop/server/run-tool'
import { verifyArchive } from '../exports/verify-archive.ts'

const USAGE = 'npm run shop -- verify-export <archive>...'

await runTool(USAGE, async (_, __, archives) => {
  for (const archive of archives) {
    const { events, question, files, tables, rangeDigest } = await verifyArchive(createReadStream(archive)).catch(
      (cause: Error) => {
        throw new Error(`${archive}: ${cause.message}`, { cause: cause.cause })
      },
    )
    const rows = tables.find(({ name }) => name === (question ? 'answer' : 'events'))?.rows ?? 0
    const what = question
      ? `${rows} rows of a question as of event ${events.to}`
      : `${rows} of the events ${events.from} to ${events.to}, ${tables.length} tables`
    process.stdout.write(`${archive} is complete: ${what} in ${files.length} files\n`)
    process.stdout.write(`The digest of the events 1 to ${events.to} is ${rangeDigest}\n`)
  }
})
