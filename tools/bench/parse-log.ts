import { DatabaseSync } from 'node:sqlite'

/* `npm run bench -- analysis` runs this program, which reports the processor time. */
const [log = ''] = process.argv.slice(2)
using db = new DatabaseSync(log, { readOnly: true })
const some = db.prepare('SELECT position, data, metadata FROM events WHERE position > ? ORDER BY position LIMIT 10000')
let micros = 0
for (let rows = some.all(0); rows.length > 0; rows = some.all(Number(rows.at(-1)!.position))) {
  const before = process.cpuUsage()
  for (const { data, metadata } of rows) {
    JSON.parse(String(data))
    JSON.parse(String(metadata))
  }
  const { user, system } = process.cpuUsage(before)
  micros += user + system
}
process.send?.({ processorMs: micros / 1000 })
process.disconnect?.()
