import * as z from 'zod'
import { defineEvent, type EventOf, personal } from '../events/event.ts'

/** An analyst saved a question. Each text that is saved under a name is a new version, from 1 upwards. The author's key seals the texts. */
export const QuestionSaved = defineEvent('QuestionSaved', {
  says: 'An analyst saved a question. Each text that is saved under one name is a new version.',
  schema: z.object({
    name: z.string(),
    savedVersion: z.int().positive(),
    authorId: z.string(),
    sql: personal(z.string()),
    /** The default values of the question's `$parameters`. */
    parameters: personal(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
    savedAt: z.string(),
  }),
  personal: { of: 'authorId', fields: ['sql', 'parameters'] },
})

/**
 * An analyst gave a question another name. Its newest text was saved under the new name before. The versions under the old name stay in the
 * log.
 */
export const QuestionRenamed = defineEvent('QuestionRenamed', {
  says: 'An analyst gave a saved question another name; its newest text was saved under that name.',
  schema: z.object({ name: z.string(), newName: z.string(), byId: z.string(), renamedAt: z.string() }),
})

/** An analyst deleted a question. Saving under its name again continues its versions. */
export const QuestionDeleted = defineEvent('QuestionDeleted', {
  says: 'An analyst deleted a saved question.',
  schema: z.object({ name: z.string(), byId: z.string(), deletedAt: z.string() }),
})

export const questionEvents = [QuestionSaved, QuestionRenamed, QuestionDeleted] as const
export type QuestionEvent = EventOf<(typeof questionEvents)[number]>

export const questionStream = (name: string) => `question-${name}`
