import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { words } from '#words/admin.ts'
import { parleyFor } from '../../../api/client.ts'
import { useOrg } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { PasswordField } from '../../../parts/PasswordField.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { useRefusal } from '../refusals.ts'

const { secondFactor: said } = words
const empty = { password: '', code: '' }

/** Afterwards the password alone opens the org, so the server requires both the password and a code. */
export function RemoveDialog({ close }: { close: () => void }) {
  const org = useOrg()
  const form = useForm({ initialValues: empty })
  const removing = useMutation({
    mutationFn: (body: typeof empty) => parleyFor(org.id).post('/auth/second-factor/_remove', { body }),
    onSuccess: () => {
      tell.done(said.removed)
      close()
    },
  })
  const refused = useRefusal(removing.error, ['password', 'code'])
  return (
    <Dialog onClose={close} title={said.removeTitle}>
      <form noValidate onSubmit={form.onSubmit((given) => removing.mutate(given))}>
        <Stack>
          <Text size="sm">{said.removeText}</Text>
          {refused.other && <Trouble error={refused.other} />}
          <PasswordField
            label={words.account.currentPassword}
            autoComplete="current-password"
            required
            data-autofocus
            {...form.getInputProps('password')}
            error={refused.fields.password}
          />
          <TextInput
            label={said.anyCode}
            autoComplete="one-time-code"
            required
            {...form.getInputProps('code')}
            error={refused.fields.code}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" color="red" loading={removing.isPending}>
              {said.remove}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
