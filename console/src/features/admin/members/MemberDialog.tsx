import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { PasswordField } from '../../../components/PasswordField.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'
import { type AccessChoice, AccessFields, toAccess } from './AccessFields.tsx'
import type { Member } from './MembersPage.tsx'

const { members: texts } = strings
type MemberForm = { email: string; name: string; access: AccessChoice; password: string }

/** Adds a member, or edits the name and role of an existing one. */
export function MemberDialog({ member, close }: { member?: Member; close: () => void }) {
  const saving = useSaveMember(member, close)
  const form = useForm<MemberForm>({
    initialValues: {
      email: member?.email ?? '',
      name: member?.name ?? '',
      access: { role: member?.role ?? 'editor', agentIds: member?.agentIds ?? null },
      password: '',
    },
  })
  const refused = useFormRefusal(
    saving.error,
    ['email', 'name', 'role', 'agentIds', 'password'],
    member ? undefined : 'email',
  )
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
          <AccessFields
            value={form.values.access}
            onChange={(access) => form.setFieldValue('access', access)}
            errors={refused.fields}
          />
          {!member && (
            <PasswordField
              label={texts.firstPassword}
              description={texts.firstPasswordHelp}
              autoComplete="new-password"
              {...form.getInputProps('password')}
              error={refused.fields.password}
            />
          )}
          <FormActions>
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {member ? strings.save : texts.add}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

const isSameLimit = (one: readonly string[] | null, other: readonly string[] | undefined): boolean =>
  one === null || other === undefined
    ? one === null && other === undefined
    : one.toSorted().join(' ') === other.toSorted().join(' ')

/** Sends only changed fields: the email and name of an account in several orgs cannot change here. */
function useSaveMember(member: Member | undefined, close: () => void) {
  const org = useOrg()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ email, name, access, password }: MemberForm) => {
      const { role, agentIds } = toAccess(access)
      if (!member) {
        const limit = agentIds && { agentIds }
        const body = { email, role, ...limit, ...(name.trim() && { name }), ...(password && { password }) }
        return org.api.post('/members', { body })
      }
      const body = {
        ...(email !== member.email && { email }),
        ...(name.trim() !== (member.name ?? '') && { name: name.trim() || null }),
        ...(role !== member.role && { role }),
        ...(!isSameLimit(agentIds, member.agentIds) && { agentIds }),
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
