import type { StreamTest } from '@shop/language/analysis/streams'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { download } from '../../lib/download.ts'
import { eventCount } from '../../lib/numeral.ts'
import { Note } from '../../ui/note.tsx'
import { AdminButton } from './admin-button.tsx'
import { AdminFailure } from './admin-failure.tsx'

export function SaveAsTest({ stream }: { stream: string }) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.get<StreamTest>(`/api/analysis/streams/${encodeURIComponent(stream)}/test`),
    onSuccess: ({ name, text }) => download(name, 'text/plain', text),
  })
  return (
    <div className="mt-3 grid justify-items-start gap-3">
      <AdminButton variant="outline" busy={isPending} busyLabel="Making the test" onClick={() => mutate()}>
        Save as a test
      </AdminButton>
      <AdminFailure error={error} fallback="The test could not be made" onRetry={() => mutate()} />
      {data && (
        <Note tone="ok">
          <b className="font-semibold wrap-anywhere">{data.name}</b> is saved, with {eventCount(data.events)} and
          without names. Give it to a developer with a sentence that says what the shop should show.
        </Note>
      )}
    </div>
  )
}
