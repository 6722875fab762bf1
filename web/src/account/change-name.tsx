import { useState } from 'react'
import { AccountAct } from './account-act.tsx'
import { ActForm } from './act-form.tsx'
import { useEditOwnAccount } from './own-account-api.ts'

export function ChangeName({ name, email }: { name: string; email: string }) {
  const [isOpen, setOpen] = useState(false)
  const act = useEditOwnAccount()
  const open = () => {
    act.reset()
    setOpen(true)
  }
  return (
    <AccountAct
      title="Name"
      says="The name of your account. Parcels use the name in the delivery address."
      opener="Change name"
      isOpen={isOpen}
      onOpen={open}
      done={act.isSuccess ? `Your name is ${name} now.` : undefined}
    >
      <ActForm
        email={email}
        fields={[{ name: 'name', label: 'Name', type: 'text', autoComplete: 'name', defaultValue: name }]}
        submit="Change name"
        busyLabel="Changing…"
        keep="Cancel"
        act={act}
        onSubmit={(form) => act.mutate({ name: String(form.get('name')) }, { onSuccess: () => setOpen(false) })}
        onKeep={() => setOpen(false)}
      />
    </AccountAct>
  )
}
