import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { RowLink } from '../../admin/parts/row-link.tsx'
import { useActKey } from '../../lib/use-act-key.ts'
import { boardQuestions, putOnBoard } from '../board/board-api.ts'

export function PutOnBoard({ name }: { name: string }) {
  const client = useQueryClient()
  const act = useActKey()
  const board = useQuery(boardQuestions)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => act.send((key) => putOnBoard(name, undefined, key)),
    onSuccess: () => client.invalidateQueries({ queryKey: boardQuestions.queryKey, exact: true }),
  })
  if (board.data?.some((one) => one.name === name)) return <RowLink to="/analysis/board">On the board</RowLink>
  return (
    <>
      <AdminButton variant="outline" busy={isPending} onClick={() => mutate()}>
        Put on the board
      </AdminButton>
      <AdminFailure error={error} fallback="The board could not be changed" />
    </>
  )
}
