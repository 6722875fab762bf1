import { QuestionSaved, questionStream } from '@shop/language/question/events'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { describe, expect, test } from 'vitest'
import { createCommandHandler } from '../handler/command-handler.ts'
import { questionDecider } from './question-decider.ts'
import { finishRename, renameQuestion } from './rename-question.ts'

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

describe('a rename whose request died after it took the new name', () => {
  async function died() {
    const log = openSqliteEventStore(':memory:')
    let isDead = false
    const dying: typeof log = {
      ...log,
      append: (stream, ...rest) =>
        isDead && stream === questionStream('old') ? Promise.reject(new Error('died')) : log.append(stream, ...rest),
    }
    const commands = createCommandHandler(dying, { now: () => new Date(at) })
    const text = { kind: 'question', authorId: 'ann', sql: 'SELECT 1', parameters: {}, rule: null } as const
    const save = (name: string, savedAt: string, id: string) =>
      commands.handle(questionDecider, questionStream(name), { type: 'Save', name, ...text, savedAt }, by(id))
    await save('old', at, 'save')
    const renamed = { name: 'old', newName: 'new', byId: 'ann', renamedAt: at }
    isDead = true
    await expect(renameQuestion(commands, renamed, metadata)).rejects.toThrow('died')
    isDead = false
    const listed = async () =>
      Promise.all(
        ['old', 'new'].map(async (name) => (await commands.load(questionDecider, questionStream(name))).state.isListed),
      )
    expect(await listed()).toEqual([true, true])
    return { commands, renamed, save, listed }
  }

  test('is finished by the job, and the request may be repeated', async () => {
    const { commands, renamed, listed } = await died()
    await finishRename(commands, renamed, by('job'))
    expect(await listed()).toEqual([false, true])
    await finishRename(commands, renamed, by('job again'))
    expect((await renameQuestion(commands, renamed, metadata)).state).toMatchObject({ sql: 'SELECT 1', isListed: true })
    expect(await listed()).toEqual([false, true])
  })

  test('leaves the old name to a question that was saved under it since', async () => {
    const { commands, renamed, save, listed } = await died()
    await renameQuestion(commands, renamed, metadata)
    await save('old', '2026-03-02T11:00:00.000Z', 'save later')
    await finishRename(commands, renamed, by('job'))
    expect(await listed()).toEqual([true, true])
  })
})

const by = (causationId: string) => ({ ...metadata, causationId })
