import { QuestionSaved, questionStream } from '@shop/language/question/events'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { expect, test } from 'vitest'
import { createCommandHandler } from '../handler/command-handler.ts'
import { renameQuestion } from './rename-question.ts'

const metadata = { correlationId: 'r', causationId: 'c', actor: { role: 'system' } } as const
const at = '2026-03-02T10:00:00.000Z'

/** Renames a question whose text an earlier version of the shop saved. */
async function rename(sql: string) {
  const log = openSqliteEventStore(':memory:')
  const saved = QuestionSaved({ name: 'old', savedVersion: 1, authorId: 'ann', sql, parameters: {}, savedAt: at })
  await log.append(questionStream('old'), -1, [
    { ...saved, id: 'e', metadata: { ...metadata, schemaVersion: 1, recordedAt: at } },
  ])
  const commands = createCommandHandler(log, { now: () => new Date(at) })
  return renameQuestion(commands, { name: 'old', newName: 'new', byId: 'ann', renamedAt: at }, metadata)
}

test('a text of an earlier version is kept under its new name only if it names no person', async () => {
  expect((await rename('SELECT 1')).state).toMatchObject({ sql: 'SELECT 1', isKept: true })
  await expect(rename('SELECT 1 -- ask noor@shop.example')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})
