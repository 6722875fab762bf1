import type { FirstQuestion } from '../page.ts'
import { nextOf, type Page } from './api.ts'

/** When this page was loaded. The answers in the page count as fetched at this time. */
export const firstAnsweredAtMs = Date.now()

/** Adds the API URL to a query's options, so that the server can send the answer with the page. */
export const firstQuestion = (address: string) => ({ meta: { address } })

export const firstAnswer = <T>(address: string): T | undefined => answers()[address]?.body as T | undefined

export const firstAnswerTo = <T>({ meta }: FirstQuestion): T | undefined => firstAnswer<T>(String(meta?.address))

export function firstPage<T>(address: string): Page<T> | undefined {
  const answer = answers()[address]
  return answer && { items: answer.body as readonly T[], ...nextOf(answer.link, address) }
}

/** By API URL. The body is null if the resource does not exist. */
export type Answers = Readonly<Record<string, { body: unknown; link: string }>>

let known: Answers | undefined

/** Sets the answers on the server, which has no HTML to read them from. */
export function answerFirst(answers: Answers) {
  known = answers
}

function answers(): Answers {
  known ??= JSON.parse(document.getElementById('first-answers')?.textContent ?? '{}') as Answers
  return known
}
