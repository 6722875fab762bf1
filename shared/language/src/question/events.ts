import * as z from 'zod'
import { asItIs } from '../events/bought.ts'
import { defineEvent, type EventOf, personal } from '../events/event.ts'

const saved = {
  name: z.string(),
  savedVersion: z.int().positive(),
  authorId: z.string(),
  sql: personal(z.string()),
  /** The default values of the question's `$parameters`. */
  parameters: personal(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  savedAt: z.string(),
}

/** The name until now, if the text is saved by a rename. Absent in texts from before this field existed. */
const formerName = z.string().exactOptional()

/** The key that seals the texts of questions. It belongs to the shop, so no erasure of a person destroys it (ADR 56). */
export const QUESTIONS_KEY = 'shop-questions'

export const QuestionKept = defineEvent('QuestionKept', {
  says: 'An analyst saved a question. Saving another text under the same name makes a new version.',
  schema: z.object({ ...saved, formerName, keyName: z.string() }),
  personal: { of: 'keyName', fields: ['sql', 'parameters'] },
  upcasters: [asItIs],
})

/** A rule in JavaScript that folds events. It cannot have the name of a listed question. */
export const RuleKept = defineEvent('RuleKept', {
  says: 'An analyst saved a rule in JavaScript. Saving another rule under the same name makes a new version.',
  schema: z.object({
    name: z.string(),
    savedVersion: z.int().positive(),
    authorId: z.string(),
    rule: personal(
      z.object({
        reducer: z.string(),
        against: z.union([z.object({ reducer: z.string() }), z.object({ projection: z.string() })]).optional(),
        types: z.array(z.string()),
        from: z.int().positive(),
      }),
    ),
    savedAt: z.string(),
    formerName,
    keyName: z.string(),
  }),
  personal: { of: 'keyName', fields: ['rule'] },
  upcasters: [asItIs],
})

/** Earlier versions of the shop recorded this event instead of `QuestionKept`. */
export const QuestionSaved = defineEvent('QuestionSaved', {
  says: 'An analyst saved a question in an earlier version of the shop. Its text is gone once the analyst is erased.',
  schema: z.object(saved),
  personal: { of: 'authorId', fields: ['sql', 'parameters'] },
})

/** A rename first saves the newest text under the new name, and then records this event. The log keeps the versions under the old name. */
export const QuestionRenamed = defineEvent('QuestionRenamed', {
  says: 'An analyst gave a saved question or rule another name; its newest text was saved under that name.',
  schema: z.object({ name: z.string(), newName: z.string(), byId: z.string(), renamedAt: z.string() }),
})

/** If a question is saved under the same name later, the version numbers continue. */
export const QuestionDeleted = defineEvent('QuestionDeleted', {
  says: 'An analyst deleted a saved question or rule.',
  schema: z.object({ name: z.string(), byId: z.string(), deletedAt: z.string() }),
})

export const questionEvents = [QuestionKept, RuleKept, QuestionSaved, QuestionRenamed, QuestionDeleted] as const
export type QuestionEvent = EventOf<(typeof questionEvents)[number]>

export const questionStream = (name: string) => `question-${name}`
