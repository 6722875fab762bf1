import type { SavedQuestion } from '@shop/language/question/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { SelectField } from '../../ui/select-box.tsx'
import { choosableQuestions } from './board-api.ts'
import type { useBoardChange } from './use-board.ts'

/** The id of the element that gets the focus after a question is taken off the board. */
export const ADD_ID = 'add-to-board'

type AddProps = { questions: readonly SavedQuestion[]; board: ReturnType<typeof useBoardChange> }

export function AddToBoard({ questions, board }: AddProps) {
  const { data, error, refetch } = useQuery(choosableQuestions)
  const [chosen, setChosen] = useState('')
  const left =
    data?.filter(({ name, sql, rule }) => (sql ?? rule) !== null && !questions.some((one) => one.name === name)) ?? []
  const question = left.find(({ name }) => name === chosen) ?? left[0]
  return (
    <section aria-labelledby={ADD_ID} className="mt-10 border-t border-raw pt-5">
      <h2 id={ADD_ID} tabIndex={-1} className="type-h4 mb-3">
        Add a question
      </h2>
      <AdminFailure error={error} fallback="Failed to fetch the saved questions" onRetry={() => void refetch()} />
      {data && !question && (
        <p className="text-rinse">
          {data.length === 0 ? 'No question is saved yet.' : 'All saved questions are on the board.'}{' '}
          <RowLink to="/analysis/questions">Write a question and save it</RowLink>
        </p>
      )}
      {question && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            board.change({ question })
          }}
          className="flex flex-wrap items-end gap-3"
        >
          <div className="min-w-0 flex-1 basis-60 max-w-90">
            <SelectField
              label="Saved question or rule"
              choices={left.map(({ name }) => name)}
              value={question.name}
              onChange={({ target }) => setChosen(target.value)}
            />
          </div>
          <AdminButton type="submit" variant="outline">
            Add to the board
          </AdminButton>
        </form>
      )}
    </section>
  )
}
