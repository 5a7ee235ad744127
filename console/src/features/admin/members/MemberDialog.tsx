import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { roles } from '@parley/definition/vocabulary'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/admin.ts'
import { type OrgRole, useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { PasswordField } from '../../../components/PasswordField.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'
import type { Member } from './MembersPage.tsx'

const { members: texts } = strings
type MemberForm = { email: string; name: string; role: OrgRole; password: string }

/** Adds a member, or edits the name and role of an existing one. */
export function MemberDialog({ member, close }: { member?: Member; close: () => void }) {
  const saving = useSaveMember(member, close)
  const form = useForm<MemberForm>({
    initialValues: {
      email: member?.email ?? '',
      name: member?.name ?? '',
      role: member?.role ?? 'editor',
      password: '',
    },
  })
  const refused = useFormRefusal(saving.error, ['email', 'name', 'role', 'password'], member ? undefined : 'email')
  const org = useOrg()
  const offered = roles.filter((role) => role !== 'owner' || org.can('owner'))
  return (
    <Dialog onClose={close} title={member ? texts.editTitle(member.email) : texts.addTitle}>
      <form noValidate onSubmit={form.onSubmit((values) => saving.mutate(values))}>
        <Stack>
          {refused.other && <ErrorAlert error={refused.other} />}
          <TextInput
            label={texts.email}
            type="email"
            required
            data-autofocus={!member || undefined}
            {...form.getInputProps('email')}
            error={refused.fields.email}
          />
          <TextInput label={texts.name} {...form.getInputProps('name')} error={refused.fields.name} />
          <Radio.Group label={texts.role} {...form.getInputProps('role')} error={refused.fields.role}>
            <Stack gap="xs" mt={4}>
              {offered.map((role) => (
                <Radio
                  key={role}
                  value={role}
                  label={strings.roles[role].name}
                  description={strings.roles[role].description}
                />
              ))}
            </Stack>
          </Radio.Group>
          {!member && (
            <PasswordField
              label={texts.firstPassword}
              description={texts.firstPasswordHelp}
              autoComplete="new-password"
              {...form.getInputProps('password')}
              error={refused.fields.password}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {member ? strings.save : texts.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Sends only changed fields: the email and name of an account in several orgs cannot change here. */
function useSaveMember(member: Member | undefined, close: () => void) {
  const org = useOrg()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ email, name, role, password }: MemberForm) => {
      if (!member) {
        const body = { email, role, ...(name.trim() && { name }), ...(password && { password }) }
        return org.api.post('/members', { body })
      }
      const body = {
        ...(email !== member.email && { email }),
        ...(name.trim() !== (member.name ?? '') && { name: name.trim() || null }),
        ...(role !== member.role && { role }),
      }
      return org.api.patch('/members/{userId}', { path: { userId: member.id }, body })
    },
    onSuccess: ({ id, email }) => {
      void queries.invalidateQueries({ queryKey: org.key('members') })
      if (id === org.userId) void queries.invalidateQueries({ queryKey: ['me', org.id] })
      notify.success(member ? texts.changed(email) : texts.added(email))
      close()
    },
  })
}
