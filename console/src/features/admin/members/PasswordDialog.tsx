import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { notify } from '../../../components/notify.tsx'
import { PasswordField } from '../../../components/PasswordField.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'
import type { Member } from './MembersPage.tsx'

const { members: passwordDialogTexts } = strings

/** A new password for somebody who has lost theirs. */
export function PasswordDialog({ member, close }: { member: Member; close: () => void }) {
  const org = useOrg()
  const [password, setPassword] = useState('')
  const setting = useMutation({
    mutationFn: () => org.api.patch('/members/{userId}', { path: { userId: member.id }, body: { password } }),
    onSuccess: () => {
      notify.success(passwordDialogTexts.passwordSet(member.email))
      close()
    },
  })
  const refused = useFormRefusal(setting.error, ['password'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setting.mutate()
  }
  return (
    <Dialog onClose={close} title={passwordDialogTexts.passwordTitle(member.email)}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <Text size="sm">{passwordDialogTexts.passwordText}</Text>
          {refused.other && <ErrorAlert error={refused.other} />}
          <PasswordField
            label={passwordDialogTexts.newPassword}
            autoComplete="new-password"
            required
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={refused.fields.password}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={setting.isPending}>
              {passwordDialogTexts.password}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
