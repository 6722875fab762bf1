import { existsSync } from 'node:fs'
import { verifyLog } from '@shop/stores/event-store/sqlite/verify-log'
import { LogFileError } from '@shop/stores/log-file/log-file'
import { runTool } from './run-tool.ts'

await runTool('npm run verify-log -- <file>', async (argument) => {
  const file = argument('file').replace(/^sqlite:/, '')
  if (!existsSync(file)) throw new LogFileError(`${file} is not there`)
  const { position, hash } = verifyLog(file)
  process.stdout.write(`${file} is sound up to position ${Number(position)}, hash ${hash}\n`)
})
