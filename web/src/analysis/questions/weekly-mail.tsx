import type { MailedQuestion } from '@shop/language/question/api'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AdminButton } from '../../admin/parts/admin-button.tsx'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { api } from '../../lib/api.ts'
import { useActKey } from '../../lib/use-act-key.ts'
import { minuteInWords } from '../time/moment-words.ts'

const mailedQuestions = queryOptions({
  queryKey: ['analysis', 'mailed-questions'],
  queryFn: ({ signal }) => api.get<readonly MailedQuestion[]>('/api/analysis/mailed-questions', { signal }),
})

export function WeeklyMail({ name }: { name: string }) {
  const client = useQueryClient()
  const act = useActKey()
  const { data } = useQuery(mailedQuestions)
  const subscribed = data?.find((one) => one.name === name)
  const path = `/api/analysis/questions/${name}/mail`
  const { mutate, error, isPending } = useMutation({
    mutationFn: (isWanted: boolean) =>
      act.send<unknown>((idempotencyKey) =>
        isWanted ? api.put(path, { idempotencyKey }) : api.delete(path, { idempotencyKey }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: mailedQuestions.queryKey }),
  })
  return (
    <>
      <AdminButton variant="outline" busy={isPending} disabled={!data} onClick={() => mutate(!subscribed)}>
        {subscribed ? 'End the mails' : 'Mail me each Monday'}
      </AdminButton>
      <p role="status" className="type-small text-rinse">
        {subscribed && `Next mail: ${minuteInWords(subscribed.nextAt)}`}
      </p>
      <AdminFailure error={error} fallback="The mails could not be changed" />
    </>
  )
}
