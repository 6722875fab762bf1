import type { ThingKind } from '@shop/language/analysis/things'
import { useQuery } from '@tanstack/react-query'
import { AdminFailure } from '../../admin/parts/admin-failure.tsx'
import { LoadingRows } from '../../admin/parts/loading-rows.tsx'
import { PageHead } from '../../admin/parts/page-head.tsx'
import { asOfOf } from '../questions/question-words.ts'
import { MomentsForm } from './moments-form.tsx'
import { kindOf } from './then-tabs.tsx'
import { atTwoMoments } from './time-api.ts'
import { TwoStates } from './two-states.tsx'

/** Converts an event number or a typed moment for the API. Undefined means now. Any other text stays, and the shop refuses it. */
function momentInUrl(typed: string | null) {
  const text = typed ?? ''
  const read = asOfOf(text)
  return read ? read.asOf?.toString() : text
}

export function TwoMomentsPage({ params }: { params: URLSearchParams }) {
  const kind: ThingKind = kindOf(params.get('kind') ?? '') ?? 'order'
  const asked = {
    kind,
    id: params.get('id') ?? '',
    from: momentInUrl(params.get('from')),
    to: momentInUrl(params.get('to')),
  }
  const { data, error, isLoading, refetch } = useQuery({ ...atTwoMoments(asked), enabled: asked.id !== '' })
  return (
    <>
      <PageHead
        title="Two moments"
        lead="One order, cart, product or stock at two moments, and what happened between them."
        back={{ to: '/analysis/time', label: 'Time machine' }}
      />
      <MomentsForm key={params.toString()} asked={asked} />
      {isLoading && <LoadingRows />}
      <AdminFailure error={error} fallback="The two states could not be fetched" onRetry={() => void refetch()} />
      {data && <TwoStates found={data} asked={asked} />}
    </>
  )
}
