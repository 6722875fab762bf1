import { ButtonLink } from '../ui/button.tsx'
import { EmptyLine } from '../ui/empty-line.tsx'
import { ResultMessage } from '../ui/result-message.tsx'

/** Shown after an account was deleted and its session has ended. */
export const Goodbye = () => (
  <div className="wrap grid justify-items-start gap-3.5 pt-8 pb-8">
    <EmptyLine className="-mr-(--gut) mb-8 justify-self-stretch max-xl:-ml-(--gut)" />
    <ResultMessage about="goodbye">
      <h1 className="type-h1">Your account is deleted.</h1>
      <p className="type-say mt-2.5 text-rinse">
        Goodbye, and thank you. Your data is gone from this browser too. You can still shop as a guest.
      </p>
    </ResultMessage>
    <ButtonLink to="/collections/all" variant="outline" small>
      Continue shopping
    </ButtonLink>
  </div>
)
