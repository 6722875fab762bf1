import type { DatabaseSync } from 'node:sqlite'

/** What a capture is instead of completed, over its order's amount and under its own id. */
export type CaptureChange = Readonly<{
  status?: 'PENDING' | 'COMPLETED' | 'DECLINED'
  cents?: number
  currency?: string
  /** The id of another capture, which it is shown under. */
  shownAs?: string
}>

/** What planned faults, and the provider's later decisions, made of captures. */
export function keepCaptureChanges(database: DatabaseSync) {
  database.exec(
    'CREATE TABLE IF NOT EXISTS captureChanges (captureId TEXT PRIMARY KEY REFERENCES captures (id), change TEXT NOT NULL) STRICT',
  )
  const upsert = database.prepare(
    'INSERT INTO captureChanges VALUES (?, ?) ON CONFLICT (captureId) DO UPDATE SET change = json_patch(change, excluded.change)',
  )
  const select = database.prepare('SELECT change FROM captureChanges WHERE captureId = ?')
  const before = database.prepare(
    'SELECT id FROM captures WHERE rowid < (SELECT rowid FROM captures WHERE id = ?) ORDER BY rowid DESC LIMIT 1',
  )
  return {
    changeCapture: (captureId: string, change: CaptureChange) => void upsert.run(captureId, JSON.stringify(change)),
    changeOf: (captureId: string): CaptureChange =>
      JSON.parse((select.get(captureId) as { change: string } | undefined)?.change ?? '{}'),
    captureBefore: (captureId: string) => (before.get(captureId) as { id: string } | undefined)?.id,
  }
}
