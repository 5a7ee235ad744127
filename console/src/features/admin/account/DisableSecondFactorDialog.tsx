import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { strings } from '#i18n/admin.ts'
import { clientForOrg } from '../../../api/client.ts'
import { useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { notify } from '../../../components/notify.tsx'
import { PasswordField } from '../../../components/PasswordField.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'

const { secondFactor: texts } = strings
const emptyForm = { password: '', code: '' }

/** Afterwards the password alone grants access to the org, so the server requires both the password and a code. */
export function DisableSecondFactorDialog({ close }: { close: () => void }) {
  const org = useOrg()
  const form = useForm({ initialValues: emptyForm })
  const removing = useMutation({
    mutationFn: (body: typeof emptyForm) => clientForOrg(org.id).post('/auth/second-factor/_remove', { body }),
    onSuccess: () => {
      notify.success(texts.removed)
      close()
    },
  })
  const refused = useFormRefusal(removing.error, ['password', 'code'])
  return (
    <Dialog onClose={close} title={texts.removeTitle}>
      <form noValidate onSubmit={form.onSubmit((values) => removing.mutate(values))}>
        <Stack>
          <Text size="sm">{texts.removeText}</Text>
          {refused.other && <ErrorAlert error={refused.other} />}
          <PasswordField
            label={strings.account.currentPassword}
            autoComplete="current-password"
            required
            data-autofocus
            {...form.getInputProps('password')}
            error={refused.fields.password}
          />
          <TextInput
            label={texts.anyCode}
            autoComplete="one-time-code"
            required
            {...form.getInputProps('code')}
            error={refused.fields.code}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" color="red" loading={removing.isPending}>
              {texts.remove}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
