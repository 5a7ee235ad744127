import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/admin.ts'
import { type Role, useOrg } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { PasswordField } from '../../../parts/PasswordField.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { useRefusal } from '../refusals.ts'
import type { Member } from './MembersPage.tsx'

const { members: said } = words
const roles: readonly Role[] = ['viewer', 'editor', 'admin', 'owner']
type MemberForm = { email: string; name: string; role: Role; password: string }

/** A new member, or what one is called and may do. */
export function MemberDialog({ member, close }: { member?: Member; close: () => void }) {
  const saving = useSaving(member, close)
  const form = useForm<MemberForm>({
    initialValues: {
      email: member?.email ?? '',
      name: member?.name ?? '',
      role: member?.role ?? 'editor',
      password: '',
    },
  })
  const refused = useRefusal(saving.error, ['email', 'name', 'role', 'password'], member ? undefined : 'email')
  const org = useOrg()
  const offered = roles.filter((role) => role !== 'owner' || org.can('owner'))
  return (
    <Dialog onClose={close} title={member ? said.editTitle(member.email) : said.addTitle}>
      <form noValidate onSubmit={form.onSubmit((given) => saving.mutate(given))}>
        <Stack>
          {refused.other && <Trouble error={refused.other} />}
          <TextInput
            label={said.email}
            type="email"
            required
            data-autofocus={!member || undefined}
            {...form.getInputProps('email')}
            error={refused.fields.email}
          />
          <TextInput label={said.name} {...form.getInputProps('name')} error={refused.fields.name} />
          <Radio.Group label={said.role} {...form.getInputProps('role')} error={refused.fields.role}>
            <Stack gap="xs" mt={4}>
              {offered.map((role) => (
                <Radio key={role} value={role} label={words.roles[role].name} description={words.roles[role].may} />
              ))}
            </Stack>
          </Radio.Group>
          {!member && (
            <PasswordField
              label={said.firstPassword}
              description={said.firstPasswordHelp}
              autoComplete="new-password"
              {...form.getInputProps('password')}
              error={refused.fields.password}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {member ? words.save : said.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Only what is another is sent: of an account in several orgs neither e-mail nor name may change here. */
function useSaving(member: Member | undefined, close: () => void) {
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
      tell.done(member ? said.changed(email) : said.added(email))
      close()
    },
  })
}
