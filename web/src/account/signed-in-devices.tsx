import type { OpenSession } from '@shop/language/account/api'
import { SESSION_DAYS } from '@shop/language/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateTimeWithYear } from '../orders/order-dates.ts'
import { ActFailure } from '../ui/act-failure.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { focusAtFirst, QuestionBox } from '../ui/question-box.tsx'
import { Loading, SkeletonBar } from '../ui/skeleton.tsx'
import { AccountAct } from './account-act.tsx'
import { entryFailure } from './entry-failure.ts'
import { ownSessions, useEndSession, useSignOutEverywhere } from './own-account-api.ts'

export function SignedInDevices() {
  const [isOpen, setOpen] = useState(false)
  return (
    <AccountAct
      title="Signed-in devices"
      says={`Every browser that is signed in to your account. Each browser is signed out automatically after ${SESSION_DAYS} days.`}
      opener="Show devices"
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
    >
      <Devices />
    </AccountAct>
  )
}

function Devices() {
  const { data: sessions, error, refetch } = useQuery(ownSessions)
  const end = useEndSession()
  if (!sessions && error) return <LoadFailure error={error} fallback="Failed to fetch your devices" onRetry={refetch} />
  if (!sessions)
    return (
      <Loading>
        <SkeletonBar className="w-2/3" />
      </Loading>
    )
  return (
    <>
      {end.isSuccess && <DoneNote key={end.variables}>The device is signed out.</DoneNote>}
      {end.error && <ActFailure error={end.error}>{entryFailure(end.error)}</ActFailure>}
      <ul className="border-t border-hair">
        {sessions.map((session) => (
          <Device
            key={session._id}
            session={session}
            isEnding={end.isPending && end.variables === session._id}
            onEnd={() => end.isPending || end.mutate(session._id)}
          />
        ))}
      </ul>
      <SignOutEverywhere />
    </>
  )
}

type DeviceProps = { session: OpenSession; isEnding: boolean; onEnd: () => void }

function Device({ session: { begunAt, current }, isEnding, onEnd }: DeviceProps) {
  const since = dateTimeWithYear(begunAt)
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hair py-2.5">
      <p>
        Signed in <span className="num">{since}</span>
      </p>
      {current ? (
        <Badge tone="ok">This device</Badge>
      ) : (
        <Button
          variant="outline"
          small
          busy={isEnding}
          busyLabel="Signing out…"
          aria-label={`Sign out the device signed in ${since}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

function SignOutEverywhere() {
  const [step, setStep] = useState<'closed' | 'asked' | 'kept'>('closed')
  const { mutate: signOut, isPending, error } = useSignOutEverywhere()
  if (step !== 'asked')
    return (
      <Button
        ref={step === 'kept' ? focusAtFirst : undefined}
        variant="outline"
        small
        className="mt-5"
        onClick={() => setStep('asked')}
      >
        Sign out everywhere
      </Button>
    )
  return (
    <div className="mt-5">
      <QuestionBox title="Sign out everywhere?" level="h4">
        <p className="text-rinse">This browser will be signed out too. Your cart stays in your account.</p>
        {error && <ActFailure error={error}>{entryFailure(error)}</ActFailure>}
        <div className="flex flex-wrap gap-2">
          <Button small busy={isPending} busyLabel="Signing out…" onClick={() => signOut()}>
            Sign out everywhere
          </Button>
          <Button small variant="outline" onClick={() => setStep('kept')}>
            Stay signed in
          </Button>
        </div>
      </QuestionBox>
    </div>
  )
}
