import type { User } from '@shop/language/api/account'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { useLogout } from './account-api.ts'

/** The signed-in user and the Logout button at the left, the page's content beside it. After a logout the page redirects to /login. */
export function AccountFrame({ user, children }: { user: User; children: ReactNode }) {
  const logout = useLogout()
  return (
    <div className="wrap grid gap-10 pt-8 xl:grid-cols-[240px_minmax(0,1fr)] xl:gap-16">
      <aside>
        <h2 className="type-h2 wrap-anywhere">{user.name}</h2>
        <p className="mt-1.5 mb-4.5 wrap-anywhere text-rinse">{user.email}</p>
        <Button variant="outline" small onClick={logout}>
          Logout
        </Button>
      </aside>
      <div>{children}</div>
    </div>
  )
}
