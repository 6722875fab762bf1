import { openBullMqJobQueue } from '../src/bullmq-job-queue.ts'

/** A worker in a separate process, to be killed. It prints the job that it has taken, and never finishes it. */
const [url = '', lockMs = ''] = process.argv.slice(2)
const queue = await openBullMqJobQueue(url, { lockMs: Number(lockMs) })
await queue.work(({ id }) => {
  process.stdout.write(`${id}\n`)
  return new Promise(() => {})
}, new AbortController().signal)
