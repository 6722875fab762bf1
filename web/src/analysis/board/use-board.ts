import type { SavedQuestion } from '@shop/language/question/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { boardQuestions, putOnBoard, takeOffBoard } from './board-api.ts'

type Change = Readonly<{ question: SavedQuestion; place?: number; isTakenOff?: boolean }>

const mutationKey = ['analysis', 'board']

/** `error`: why one of the last changes failed that were made without a pause. */
export function useBoardChange() {
  const client = useQueryClient()
  const { queryKey } = boardQuestions
  const [error, setError] = useState<Error | null>(null)
  const isAlone = () => client.isMutating({ mutationKey }) === 1
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'board' },
    mutationFn: ({ question: { name }, place, isTakenOff }: Change): Promise<unknown> =>
      isTakenOff ? takeOffBoard(name, crypto.randomUUID()) : putOnBoard(name, place, crypto.randomUUID()),
    onMutate: async ({ question, place, isTakenOff }) => {
      // Leaving the document would lose the changes that wait, so the browser asks before.
      window.addEventListener('beforeunload', ask)
      if (isAlone()) setError(null)
      await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData(queryKey, (before = []) => {
        const others = before.filter(({ name }) => name !== question.name)
        return isTakenOff ? others : others.toSpliced(place ?? others.length, 0, question)
      })
    },
    onError: setError,
    onSettled: async () => {
      // The shop does not know the changes that still wait, so only the last change fetches the board.
      if (!isAlone()) return
      window.removeEventListener('beforeunload', ask)
      await client.invalidateQueries({ queryKey, exact: true })
    },
  })
  return { change: mutate, error }
}

const ask = (event: Event) => event.preventDefault()
