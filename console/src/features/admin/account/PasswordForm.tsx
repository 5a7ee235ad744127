import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { strings } from '#i18n/account.ts'
import { createOrgClient } from '../../../api/client.ts'
import { useOrg } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { PasswordField } from '../../../components/PasswordField.tsx'
import { storeSignIn } from '../../../session/session.ts'
import { useFormRefusal } from '../useFormRefusal.ts'
import { AccountCard } from './AccountCard.tsx'

const { account: texts } = strings
const empty = { currentPassword: '', newPassword: '' }

/** Changes the user's own password; this ends all other sessions in the orgs it applies to, but not the current one. */
export function PasswordForm() {
  const org = useOrg()
  const form = useForm({ initialValues: empty })
  const changing = useMutation({
    mutationFn: (body: typeof empty) => createOrgClient(org.id).post('/auth/password', { body }),
    onSuccess: (entered) => {
      storeSignIn(entered)
      form.reset()
      notify.success(texts.passwordChanged)
    },
  })
  const refused = useFormRefusal(changing.error, ['currentPassword', 'newPassword'])
  return (
    <AccountCard title={texts.password}>
      <form onSubmit={form.onSubmit((values) => changing.mutate(values))}>
        <Stack gap="sm">
          <Text size="sm" className="quiet">
            {texts.passwordText}
          </Text>
          {refused.other && <ErrorAlert error={refused.other} />}
          <PasswordField
            label={texts.currentPassword}
            autoComplete="current-password"
            required
            {...form.getInputProps('currentPassword')}
            error={refused.fields.currentPassword}
          />
          <PasswordField
            label={texts.newPassword}
            autoComplete="new-password"
            required
            {...form.getInputProps('newPassword')}
            error={refused.fields.newPassword}
          />
          <Group>
            <Button type="submit" loading={changing.isPending}>
              {texts.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </AccountCard>
  )
}
