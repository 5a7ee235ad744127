import { ActionIcon, Badge, Button, Group, Menu } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconDots, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { words } from '#words/admin.ts'
import { useList } from '../../../api/pages.ts'
import { useOrg } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { When } from '../../../parts/When.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { MemberDialog } from './MemberDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'

const { members: said } = words
export type Member = Schema<'Member'>
type Doing = { what: 'add' } | { what: 'edit' | 'password'; member: Member }

/** Who may sign in to the org, and as what. */
export function MembersPage() {
  const [doing, setDoing] = useState<Doing>()
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDoing({ what: 'add' })}>
      {said.add}
    </Button>
  )
  const close = () => setDoing(undefined)
  return (
    <SettingsFrame adminOnly lead={said.lead} actions={add}>
      <MemberTable act={setDoing} />
      {doing?.what === 'add' && <MemberDialog close={close} />}
      {doing?.what === 'edit' && <MemberDialog member={doing.member} close={close} />}
      {doing?.what === 'password' && <PasswordDialog member={doing.member} close={close} />}
    </SettingsFrame>
  )
}

function MemberTable({ act }: { act: (doing: Doing) => void }) {
  const org = useOrg()
  const { rows, error, refetch, more } = useList(org.key('members'), (page, signal) =>
    org.api.get('/members', { query: { limit: 100, ...page }, signal }),
  )
  if (error) return <Trouble error={error} retry={refetch} />
  const columns: Column<Member>[] = [
    { id: 'email', label: said.email, cell: (member) => <Who member={member} /> },
    { id: 'name', label: said.name, wide: true, cell: ({ name }) => name ?? '' },
    {
      id: 'role',
      label: said.role,
      cell: ({ role }) => <span style={{ whiteSpace: 'nowrap' }}>{words.roles[role].name}</span>,
    },
    { id: 'since', label: said.since, wide: true, cell: ({ createdAt }) => <When at={createdAt} /> },
    { id: 'actions', label: words.actions, align: 'right', cell: (member) => <Acts member={member} act={act} /> },
  ]
  const empty = <EmptyState icon={IconUsers} title={said.empty} text={said.lead} />
  return <DataTable label={said.label} columns={columns} rows={rows} rowId={({ id }) => id} more={more} empty={empty} />
}

function Who({ member: { id, email } }: { member: Member }) {
  const org = useOrg()
  return (
    <Group gap="xs">
      {email}
      {id === org.userId && (
        <Badge variant="default" tt="none">
          {said.you}
        </Badge>
      )}
    </Group>
  )
}

/** Of owners nothing is offered to an admin, who could not do it. */
function Acts({ member, act }: { member: Member; act: (doing: Doing) => void }) {
  const remove = useRemove()
  const org = useOrg()
  if (member.role === 'owner' && !org.can('owner')) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={words.actionsOn(member.email)}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act({ what: 'edit', member })}>{said.edit}</Menu.Item>
        <Menu.Item onClick={() => act({ what: 'password', member })}>{said.password}</Menu.Item>
        <Menu.Item color="red" onClick={() => remove(member)}>
          {said.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useRemove() {
  const org = useOrg()
  const queries = useQueryClient()
  return async ({ id, email }: Member) => {
    const { removeTitle, removeText, remove: ok } = said
    if (!(await confirm({ title: removeTitle(email), text: removeText, ok, danger: true }))) return
    try {
      await org.api.delete('/members/{userId}', { path: { userId: id } })
      tell.done(said.removed(email))
    } catch (error) {
      tell.failed(error)
    }
    await queries.invalidateQueries({ queryKey: org.key('members') })
  }
}
