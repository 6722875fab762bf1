import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { LoadingRows } from '../../admin/parts/loading-rows.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { useAddressQuery } from '../../lib/address-query.ts'
import { useCopyStatus } from '../analysis-status.ts'
import { asOfOf } from '../questions/question-words.ts'
import { ADD_ID, AddToBoard } from './add-to-board.tsx'
import { boardQuestions } from './board-api.ts'
import { BoardQuestion, moveId } from './board-question.tsx'
import { BoardTools } from './board-tools.tsx'
import { useBoardChange } from './use-board.ts'

export function BoardPage() {
  const { params, change: changeAddress } = useAddressQuery()
  const typed = params.get('asOf') ?? ''
  const { data, isPending, error, refetch } = useQuery(boardQuestions)
  const { asOf, refresh } = useAsOf(typed)
  const board = useBoardChange()
  const [said, setSaid] = useState('')
  const goTo = (end: string) => changeAddress((now) => withAsOf(now, end), String)
  const questions = data ?? []
  const focusOn = useFocusOn(questions.map(({ name }) => name).join())
  const move = (at: number, by: 1 | -1) => {
    const [question, place] = [questions[at]!, at + by]
    focusOn(place === 0 || (by > 0 && place < questions.length - 1) ? moveId(question, 1) : moveId(question, -1))
    board.change(
      { question, place },
      { onSuccess: () => setSaid(`${question.name} is now ${place + 1} of ${questions.length}`) },
    )
  }
  return (
    <>
      <PageHead title="Board" lead="Saved questions for all analysts. All are answered as of the same event." />
      <BoardTools key={typed} typed={typed} asOf={asOf} onGo={goTo} onRefresh={refresh} />
      <AdminFailure error={board.error} fallback="The board could not be changed" />
      <AdminFailure error={error} fallback="Failed to fetch the board" onRetry={() => void refetch()} />
      {isPending && <LoadingRows />}
      {data?.length === 0 && <p className="type-h3 border-t border-raw py-8">No question is on the board yet</p>}
      <ul className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
        {questions.map((question, at) => (
          <BoardQuestion
            key={question.name}
            question={question}
            asOf={asOf}
            onUp={at > 0 ? () => move(at, -1) : undefined}
            onDown={at < questions.length - 1 ? () => move(at, 1) : undefined}
            onTakeOff={() => {
              focusOn(ADD_ID)
              const say = () => setSaid(`${question.name} was taken off the board`)
              board.change({ question, isTakenOff: true }, { onSuccess: say })
            }}
          />
        ))}
      </ul>
      {data && <AddToBoard questions={questions} board={board} />}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

/** The event or moment of all answers. By default, the event that was newest when the page was opened or refreshed. */
function useAsOf(typed: string) {
  const { status } = useCopyStatus()
  const [newest, setNewest] = useState<number>()
  if (newest === undefined && status) setNewest(status.event)
  return { asOf: asOfOf(typed)?.asOf ?? newest, refresh: () => setNewest(status?.event) }
}

function withAsOf(params: URLSearchParams, asOf: string) {
  params.delete('asOf')
  if (asOf) params.set('asOf', asOf)
  return params
}

/**
 * Returns a function to call before `shown` changes. After the change, the element with the given id gets the focus, because a moved
 * element loses the focus.
 */
function useFocusOn(shown: string): (elementId: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current !== undefined) document.getElementById(wanted.current)?.focus()
    wanted.current = undefined
  }, [shown])
  return (elementId) => {
    wanted.current = elementId
  }
}
