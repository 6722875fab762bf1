import type { User } from '@shop/language/account/api'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { useLogout } from './account-api.ts'

type FrameProps = { user: User; more?: ReactNode; children: ReactNode }

export function AccountFrame({ user, more, children }: FrameProps) {
  const logout = useLogout()
  return (
    <div className="wrap grid gap-10 pt-8 xl:grid-cols-[240px_minmax(0,1fr)] xl:gap-16">
      <aside>
        <h2 className="type-h2 wrap-anywhere">{user.name}</h2>
        <p className="mt-1.5 mb-4.5 wrap-anywhere text-rinse">{user.email}</p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1 xl:flex-col xl:items-start">
          <Button variant="outline" small onClick={logout}>
            Logout
          </Button>
          {more}
        </div>
      </aside>
      <div>{children}</div>
    </div>
  )
}
