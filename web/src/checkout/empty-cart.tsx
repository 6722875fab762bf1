import { Redirect } from '../lib/use-go.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Ended } from './ended.tsx'
import { MyOrdersLink } from './my-orders-link.tsx'

/** A cart that was empty from the beginning leads to the home page (spec §4). `emptied`: another tab may have bought or removed its pieces. */
export const EmptyCart = ({ emptied }: { emptied: boolean }) =>
  emptied ? (
    <Ended about="emptied">
      <Note
        tone="info"
        action={
          <div className="flex flex-wrap gap-3">
            <MyOrdersLink />
            <ButtonLink to="/collections/all" variant="outline" small>
              Continue shopping
            </ButtonLink>
          </div>
        }
      >
        <p className="font-semibold">Your cart is empty now.</p>
        <p>If you bought its pieces in another tab, you find the order under My Orders.</p>
      </Note>
    </Ended>
  ) : (
    <>
      <p className="wrap type-h2 py-14">Your cart is empty.</p>
      <Redirect to="/" />
    </>
  )
