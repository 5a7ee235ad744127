import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { words } from '#words/admin.ts'
import { parleyFor } from '../../../api/client.ts'
import { useOrg } from '../../../app/org.ts'
import { PasswordField } from '../../../parts/PasswordField.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { signedIn } from '../../../session/session.ts'
import { useRefusal } from '../refusals.ts'

const { account: said } = words
const empty = { currentPassword: '', newPassword: '' }

/** One's own password; a new one ends all other sessions in the orgs that it is for, and this one goes on. */
export function PasswordForm() {
  const org = useOrg()
  const form = useForm({ initialValues: empty })
  const changing = useMutation({
    mutationFn: (body: typeof empty) => parleyFor(org.id).post('/auth/password', { body }),
    onSuccess: (entered) => {
      signedIn(entered)
      form.reset()
      tell.done(said.passwordChanged)
    },
  })
  const refused = useRefusal(changing.error, ['currentPassword', 'newPassword'])
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {said.password}
      </Title>
      <form onSubmit={form.onSubmit((given) => changing.mutate(given))}>
        <Stack gap="sm">
          <Text size="sm" className="quiet">
            {said.passwordText}
          </Text>
          {refused.other && <Trouble error={refused.other} />}
          <PasswordField
            label={said.currentPassword}
            autoComplete="current-password"
            required
            {...form.getInputProps('currentPassword')}
            error={refused.fields.currentPassword}
          />
          <PasswordField
            label={said.newPassword}
            autoComplete="new-password"
            required
            {...form.getInputProps('newPassword')}
            error={refused.fields.newPassword}
          />
          <Group>
            <Button type="submit" loading={changing.isPending}>
              {said.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
