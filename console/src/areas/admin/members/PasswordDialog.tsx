import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { words } from '#words/admin.ts'
import { useOrg } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { PasswordField } from '../../../parts/PasswordField.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { useRefusal } from '../refusals.ts'
import type { Member } from './MembersPage.tsx'

const { members: said } = words

/** A new password for somebody who has lost theirs. */
export function PasswordDialog({ member, close }: { member: Member; close: () => void }) {
  const org = useOrg()
  const [password, setPassword] = useState('')
  const setting = useMutation({
    mutationFn: () => org.api.patch('/members/{userId}', { path: { userId: member.id }, body: { password } }),
    onSuccess: () => {
      tell.done(said.passwordSet(member.email))
      close()
    },
  })
  const refused = useRefusal(setting.error, ['password'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setting.mutate()
  }
  return (
    <Dialog onClose={close} title={said.passwordTitle(member.email)}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <Text size="sm">{said.passwordText}</Text>
          {refused.other && <Trouble error={refused.other} />}
          <PasswordField
            label={said.newPassword}
            autoComplete="new-password"
            required
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={refused.fields.password}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={setting.isPending}>
              {said.password}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
