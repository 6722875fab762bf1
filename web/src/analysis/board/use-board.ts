import type { SavedQuestion } from '@shop/language/question/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { boardQuestions, putOnBoard, takeOffBoard } from './board-api.ts'

type Change = Readonly<{ question: SavedQuestion; place?: number; isTakenOff?: boolean }>

const mutationKey = ['analysis', 'board']

export function useBoardChange() {
  const client = useQueryClient()
  const { queryKey } = boardQuestions
  const { mutate, error } = useMutation({
    mutationKey,
    scope: { id: 'board' },
    mutationFn: ({ question: { name }, place, isTakenOff }: Change): Promise<unknown> =>
      isTakenOff ? takeOffBoard(name, crypto.randomUUID()) : putOnBoard(name, place, crypto.randomUUID()),
    onMutate: async ({ question, place, isTakenOff }) => {
      await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData(queryKey, (before = []) => {
        const others = before.filter(({ name }) => name !== question.name)
        return isTakenOff ? others : others.toSpliced(place ?? others.length, 0, question)
      })
    },
    onSettled: async () => {
      // The shop does not know the changes that still wait, so only the last change fetches the board.
      if (client.isMutating({ mutationKey }) === 1) await client.invalidateQueries({ queryKey, exact: true })
    },
  })
  return { change: mutate, error }
}
