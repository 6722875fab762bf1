import type { FirstQuestion } from '../page.ts'
import { nextOf, type Page } from './api.ts'

/** When this page was made: what came with it is as old as that. */
export const firstAnsweredAtMs = Date.now()

/** Of a query's options: where it asks, so that a page which begins with it can come with the answer. */
export const firstQuestion = (address: string) => ({ meta: { address } })

/** What the gateway put into the page's HTML beside the page itself, by the address it would be asked for at. */
export const firstAnswer = <T>(address: string): T | undefined => answers()[address]?.body as T | undefined

/** The same, of a question that says where it asks. */
export const firstAnswerTo = <T>({ meta }: FirstQuestion): T | undefined => firstAnswer<T>(String(meta?.address))

export function firstPage<T>(address: string): Page<T> | undefined {
  const answer = answers()[address]
  return answer && { items: answer.body as readonly T[], ...nextOf(answer.link, address) }
}

/** By address; the body is null when there is no such thing. */
export type Answers = Readonly<Record<string, { body: unknown; link: string }>>

let known: Answers | undefined

/** Where there is no HTML to find them in. */
export function answerFirst(answers: Answers) {
  known = answers
}

function answers(): Answers {
  known ??= JSON.parse(document.getElementById('first-answers')?.textContent ?? '{}') as Answers
  return known
}
