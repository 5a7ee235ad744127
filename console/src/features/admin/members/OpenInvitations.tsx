import { ActionIcon, Menu, Stack, Text, Title } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { useList } from '../../../api/paged-list.ts'
import { useOrg } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { AgentNames } from './AccessFields.tsx'
import { type Invitation, InvitationLink } from './InviteDialog.tsx'

const { invitations: texts, members } = strings
const refreshMs = 15_000

/** Invitations that nobody has accepted yet; nothing if there are none. */
export function OpenInvitations() {
  const org = useOrg()
  const [renewed, setRenewed] = useState<Invitation>()
  const { rows, error, refetch, more } = useList(
    org.key('invitations'),
    (page, signal) => org.api.get('/invitations', { query: { limit: 100, ...page }, signal }),
    { refetchInterval: refreshMs },
  )
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!rows || rows.length === 0) return null
  const columns: DataColumn<Invitation>[] = [
    { id: 'email', label: members.email, cell: ({ email }) => email },
    { id: 'role', label: members.role, cell: ({ role }) => strings.roles[role].name },
    { id: 'agents', label: members.agents, wide: true, cell: ({ agentIds }) => <AgentNames agentIds={agentIds} /> },
    { id: 'delivery', label: texts.delivery, cell: (invitation) => <Delivery invitation={invitation} /> },
    { id: 'expires', label: texts.expires, wide: true, cell: ({ expiresAt }) => <Timestamp at={expiresAt} /> },
    {
      id: 'actions',
      label: strings.actions,
      align: 'right',
      cell: (invitation) => <InvitationActions invitation={invitation} onRenewed={setRenewed} />,
    },
  ]
  return (
    <Stack gap="sm" component="section" aria-label={texts.title}>
      <Title order={2} size="h4">
        {texts.title}
      </Title>
      <DataTable label={texts.title} columns={columns} rows={rows} rowId={({ id }) => id} more={more} />
      {renewed && <InvitationLink invitation={renewed} close={() => setRenewed(undefined)} />}
    </Stack>
  )
}

function Delivery({ invitation: { delivery, problem } }: { invitation: Invitation }) {
  return (
    <Stack gap={0}>
      {texts.deliveries[delivery]}
      {problem && (
        <Text size="xs" className="quiet">
          {problem}
        </Text>
      )}
    </Stack>
  )
}

type ActionProps = { invitation: Invitation; onRenewed: (invitation: Invitation) => void }

function InvitationActions({ invitation, onRenewed }: ActionProps) {
  const org = useOrg()
  const act = useInvitationActions(invitation, onRenewed)
  if (invitation.role === 'owner' && !org.can('owner')) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={strings.actionsOn(invitation.email)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={act.resend}>{invitation.delivery === 'link' ? texts.renew : texts.resend}</Menu.Item>
        <Menu.Item color="red" onClick={act.withdraw}>
          {texts.withdraw}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useInvitationActions({ id, email }: Invitation, onRenewed: (invitation: Invitation) => void) {
  const org = useOrg()
  const queries = useQueryClient()
  const path = { invitationId: id }
  const run = async (action: () => Promise<unknown>) => {
    try {
      await action()
    } catch (error) {
      notify.error(error)
    }
    await queries.invalidateQueries({ queryKey: org.key('invitations') })
  }
  return {
    resend: () =>
      run(async () => {
        const renewed = await org.api.post('/invitations/{invitationId}/_resend', { path })
        if (renewed.link !== undefined) onRenewed(renewed)
        else notify.success(texts.sent(email))
      }),
    async withdraw() {
      const { withdrawTitle, withdrawText, withdraw: ok } = texts
      if (!(await askConfirmation({ title: withdrawTitle(email), text: withdrawText, ok, danger: true }))) return
      await run(async () => {
        await org.api.delete('/invitations/{invitationId}', { path })
        notify.success(texts.withdrawn(email))
      })
    },
  }
}
