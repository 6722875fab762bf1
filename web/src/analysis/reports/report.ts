import type { StarterQuestion } from '../questions/starter-questions.ts'

/** A question that is ready to be read; `about` says how to read its answer. */
export type Report = Readonly<{ slug: string; title: string; about: string; question: StarterQuestion }>
