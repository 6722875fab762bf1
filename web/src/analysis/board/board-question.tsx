import type { RunAnswer } from '@shop/language/analysis/runs'
import type { SavedQuestion } from '@shop/language/question/api'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { ArrowDown, ArrowUp } from '../../ui/icons/admin-icons.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading, SkeletonBar } from '../../ui/skeleton.tsx'
import { typedIn } from '../questions/first-draft.ts'
import { addressOf } from '../questions/question-address.ts'
import { typedOf } from '../questions/question-words.ts'
import { RunFailure } from '../questions/run-failure.tsx'
import { RunFailed } from '../questions/take-answer.ts'
import { ruleAddress, typedRule } from '../reducer/rule-address.ts'
import { BoardAnswer } from './board-answer.tsx'
import { boardAnswer } from './board-api.ts'

type QuestionProps = {
  question: SavedQuestion
  asOf: number | string | undefined
  /** Undefined for the first question. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onTakeOff: () => void
}

export const moveId = ({ name }: Pick<SavedQuestion, 'name'>, by: 1 | -1) => `${by > 0 ? 'down' : 'up'}-${name}`

export function BoardQuestion({ question, asOf, onUp, onDown, onTakeOff }: QuestionProps) {
  const id = useId()
  const { name, sql } = question
  const isErased = sql === null && question.rule === null
  const { data, error, refetch } = useQuery(boardAnswer(question, asOf))
  const move = (by: 1 | -1, act: (() => void) | undefined, label: string, icon: ReactNode) =>
    act && (
      <AdminButton id={moveId(question, by)} variant="quiet" aria-label={`${label} ${name}`} onClick={act}>
        {icon}
      </AdminButton>
    )
  return (
    <li className="min-w-0 border-t border-raw pt-3">
      <section aria-labelledby={id}>
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3">
          <h2 id={id} className="type-h4 wrap-anywhere">
            <RowLink to={addressAsOf(question, asOf)}>{name}</RowLink>
          </h2>
          <div className="flex items-center">
            {move(-1, onUp, 'Move up', <ArrowUp />)}
            {move(1, onDown, 'Move down', <ArrowDown />)}
            <AdminButton variant="quiet" aria-label={`Remove ${name} from the board`} onClick={onTakeOff}>
              Remove
            </AdminButton>
          </div>
        </div>
        {isErased && <Note tone="warn">The text of this question was erased with its author’s account.</Note>}
        {!isErased && !data && !error && <Waiting />}
        {error instanceof RunFailed ? (
          <RunFailure failure={error.failure} />
        ) : (
          <AdminFailure error={error} fallback="The question could not be asked" onRetry={() => void refetch()} />
        )}
        {sql !== null && <Values question={question} />}
        {data && <BoardAnswer name={name} answer={data} />}
      </section>
    </li>
  )
}

function Values({ question: { parameters } }: Pick<QuestionProps, 'question'>) {
  const values = Object.entries(parameters ?? {})
  if (values.length === 0) return null
  return (
    <p className="type-small num mb-2 text-rinse">
      {values.map(([name, value]) => `${name} = ${typedOf(value)}`).join(', ')}
    </p>
  )
}

const Waiting = () => (
  <Loading>
    <SkeletonBar className="mt-2 h-40" />
  </Loading>
)

function addressAsOf(saved: SavedQuestion, asOf: RunAnswer['asOf']['event'] | string | undefined) {
  const end = asOf === undefined ? '' : String(asOf)
  if (saved.rule) return `/analysis/reducer${ruleAddress({ ...typedRule(saved.rule), asOf: end }, saved, true)}`
  const opened = { sql: saved.sql ?? '', parameters: saved.parameters ?? {}, saved }
  const asked = { sql: opened.sql, typed: typedIn(opened), asOf: end }
  return `/analysis/questions${addressOf(opened, asked, true)}`
}
