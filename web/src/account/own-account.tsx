import type { User } from '@shop/language/account/api'
import { ChangeEmail } from './change-email.tsx'
import { ChangeName } from './change-name.tsx'
import { ChangePassword } from './change-password.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'
import { SavedAddresses } from './saved-addresses.tsx'
import { SignedInDevices } from './signed-in-devices.tsx'

export const OWN_ACCOUNT = 'your-account'

export const OwnAccount = ({ user, onGone }: { user: User; onGone: () => void }) => (
  <section aria-labelledby={OWN_ACCOUNT} className="mt-16">
    <h2 id={OWN_ACCOUNT} tabIndex={-1} className="type-h2 scroll-mt-28 border-b border-raw pb-3.5">
      Your account
    </h2>
    <ChangeName name={user.name} email={user.email} />
    <ChangeEmail email={user.email} />
    <ChangePassword email={user.email} />
    <SavedAddresses user={user} />
    <SignedInDevices />
    <DownloadData />
    <DeleteAccount email={user.email} onGone={onGone} />
  </section>
)
