import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { OneTimeSecret } from '../OneTimeSecret.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'
import { type AccessChoice, AccessFields, toAccess } from './AccessFields.tsx'

export type Invitation = Schema<'Invitation'>
type InviteForm = { email: string; name: string; access: AccessChoice }

const { invitations: texts, members } = strings

/** Invites a person by mail; without a mail server, shows the link to pass on. */
export function InviteDialog({ close }: { close: () => void }) {
  const org = useOrg()
  const queries = useQueryClient()
  const form = useForm<InviteForm>({
    initialValues: { email: '', name: '', access: { role: 'viewer', agentIds: null } },
  })
  const inviting = useMutation({
    mutationFn: ({ email, name, access }: InviteForm) => {
      const { role, agentIds } = toAccess(access)
      const body = { email, role, ...(agentIds && { agentIds }), ...(name.trim() && { name: name.trim() }) }
      return org.api.post('/invitations', { body })
    },
    onSuccess: ({ email, link }) => {
      void queries.invalidateQueries({ queryKey: org.key('invitations') })
      if (link !== undefined) return
      notify.success(texts.sent(email))
      close()
    },
  })
  const refused = useFormRefusal(inviting.error, ['email', 'name', 'role', 'agentIds'], 'email')
  if (inviting.data?.link !== undefined) return <InvitationLink invitation={inviting.data} close={close} />
  return (
    <Dialog onClose={close} title={texts.inviteTitle}>
      <form noValidate onSubmit={form.onSubmit((values) => inviting.mutate(values))}>
        <Stack>
          <Text size="sm">{texts.text}</Text>
          {refused.other && <ErrorAlert error={refused.other} />}
          <TextInput
            label={members.email}
            type="email"
            required
            data-autofocus
            {...form.getInputProps('email')}
            error={refused.fields.email}
          />
          <TextInput label={members.name} {...form.getInputProps('name')} error={refused.fields.name} />
          <AccessFields
            value={form.values.access}
            onChange={(access) => form.setFieldValue('access', access)}
            errors={refused.fields}
          />
          <FormActions>
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={inviting.isPending}>
              {texts.send}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

/** The link, which the server shows once. */
export function InvitationLink({ invitation, close }: { invitation: Invitation; close: () => void }) {
  const { email, link = '' } = invitation
  return (
    <OneTimeSecret title={texts.linkTitle(email)} text={texts.linkText} label={texts.link} value={link} close={close} />
  )
}
