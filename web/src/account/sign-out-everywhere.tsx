import { useState } from 'react'
import { ActFailure } from '../ui/act-failure.tsx'
import { Button } from '../ui/button.tsx'
import { focusAtFirst, QuestionBox } from '../ui/question-box.tsx'
import { entryFailure } from './entry-failure.ts'
import { useSignOutEverywhere } from './own-account-api.ts'

export function SignOutEverywhere() {
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
