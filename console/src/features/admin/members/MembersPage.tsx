import { ActionIcon, Anchor, Badge, Button, Group, Menu, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconDots, IconMailPlus, IconPlus, IconUsers } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { useList } from '../../../api/paged-list.ts'
import { useOrg } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { PasswordField } from '../../../components/PasswordField.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { useFormRefusal } from '../useFormRefusal.ts'
import { AgentNames } from './AccessFields.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { MemberDialog } from './MemberDialog.tsx'
import { OpenInvitations } from './OpenInvitations.tsx'

const { members: passwordDialogTexts } = strings

/** Sets a new password for a member who has lost theirs. */
function PasswordDialog({ member, close }: { member: Member; close: () => void }) {
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
          <FormActions>
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={setting.isPending}>
              {passwordDialogTexts.password}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

const { members: texts } = strings
export type Member = Schema<'Member'>
type MemberAction = { what: 'add' | 'invite' } | { what: 'edit' | 'password'; member: Member }

const lead = (
  <>
    {texts.lead}{' '}
    <Anchor href="/docs/members" target="_blank" underline="always">
      {texts.guide}
    </Anchor>
  </>
)

export function MembersPage() {
  const [doing, setDoing] = useState<MemberAction>()
  const actions = (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setDoing({ what: 'add' })}
      >
        {texts.add}
      </Button>
      <Button
        size="sm"
        leftSection={<IconMailPlus size={16} aria-hidden />}
        onClick={() => setDoing({ what: 'invite' })}
      >
        {strings.invitations.invite}
      </Button>
    </>
  )
  const close = () => setDoing(undefined)
  return (
    <SettingsFrame adminOnly lead={lead} actions={actions}>
      <MemberTable act={setDoing} />
      <OpenInvitations />
      {doing?.what === 'invite' && <InviteDialog close={close} />}
      {doing?.what === 'add' && <MemberDialog close={close} />}
      {doing?.what === 'edit' && <MemberDialog member={doing.member} close={close} />}
      {doing?.what === 'password' && <PasswordDialog member={doing.member} close={close} />}
    </SettingsFrame>
  )
}

function MemberTable({ act }: { act: (doing: MemberAction) => void }) {
  const org = useOrg()
  const { rows, error, refetch, more } = useList(org.key('members'), (page, signal) =>
    org.api.get('/members', { query: { limit: 100, ...page }, signal }),
  )
  if (error) return <ErrorAlert error={error} retry={refetch} />
  const columns: DataColumn<Member>[] = [
    { id: 'email', label: texts.email, cell: (member) => <MemberName member={member} /> },
    { id: 'name', label: texts.name, wide: true, cell: ({ name }) => name ?? '' },
    {
      id: 'role',
      label: texts.role,
      cell: ({ role }) => <span style={{ whiteSpace: 'nowrap' }}>{strings.roles[role].name}</span>,
    },
    { id: 'agents', label: texts.agents, wide: true, cell: ({ agentIds }) => <AgentNames agentIds={agentIds} /> },
    { id: 'since', label: texts.since, wide: true, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
    {
      id: 'actions',
      label: strings.actions,
      align: 'right',
      cell: (member) => <MemberActions member={member} act={act} />,
    },
  ]
  const empty = <EmptyState icon={IconUsers} title={texts.empty} text={texts.lead} />
  return (
    <DataTable label={texts.label} columns={columns} rows={rows} rowId={({ id }) => id} more={more} empty={empty} />
  )
}

function MemberName({ member: { id, email } }: { member: Member }) {
  const org = useOrg()
  return (
    <Group gap="xs">
      {email}
      {id === org.userId && (
        <Badge variant="default" tt="none">
          {texts.you}
        </Badge>
      )}
    </Group>
  )
}

/** Hides the actions on owners from admins, who lack the permission. */
function MemberActions({ member, act }: { member: Member; act: (doing: MemberAction) => void }) {
  const remove = useRemoveMember()
  const org = useOrg()
  if (member.role === 'owner' && !org.can('owner')) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={strings.actionsOn(member.email)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act({ what: 'edit', member })}>{texts.edit}</Menu.Item>
        <Menu.Item onClick={() => act({ what: 'password', member })}>{texts.password}</Menu.Item>
        <Menu.Item color="red" onClick={() => remove(member)}>
          {texts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useRemoveMember() {
  const org = useOrg()
  const queries = useQueryClient()
  return async ({ id, email }: Member) => {
    const { removeTitle, removeText, remove: ok } = texts
    if (!(await askConfirmation({ title: removeTitle(email), text: removeText, ok, danger: true }))) return
    try {
      await org.api.delete('/members/{userId}', { path: { userId: id } })
      notify.success(texts.removed(email))
    } catch (error) {
      notify.error(error)
    }
    await queries.invalidateQueries({ queryKey: org.key('members') })
  }
}
