import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconBook, IconCheck, IconCode, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/app.ts'
import { queryClient } from '../../api/query-client.ts'
import { confirmLeave } from '../../components/editor/useUnsavedGuard.tsx'
import { useOrgs } from '../../session/orgs.ts'
import { signOut, useUserSession } from '../../session/session.ts'
import { useOrg } from '../current-org.ts'
import { openShortcuts } from './Shortcuts.tsx'

const { user, orgs } = strings
const schemes = [
  ['light', user.light],
  ['dark', user.dark],
  ['auto', user.auto],
] as const

export function UserMenu() {
  const session = useUserSession()
  const org = useOrg()
  const navigate = useNavigate()
  const name = session?.user.name ?? session?.user.email ?? ''
  const leave = async () => {
    if (!(await confirmLeave())) return
    signOut()
    queryClient.clear()
    await navigate({ to: '/sign-in', ignoreBlocker: true })
  }
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" radius="xl" aria-label={user.menu(name)}>
          <IconUser size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session?.user.email}
          <br />
          {user.role(org.role)}
        </Menu.Label>
        <Menu.Item
          leftSection={<IconUser size={16} aria-hidden />}
          onClick={() => navigate({ to: '/orgs/$org/settings/account', params: { org: org.id } })}
        >
          {user.account}
        </Menu.Item>
        <OtherOrgs />
        <Menu.Divider />
        <Schemes />
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={openShortcuts}>
          {user.keys}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconBook size={16} aria-hidden />}>
          {user.guides}
        </Menu.Item>
        <Menu.Item component="a" href="/docs/api" target="_blank" leftSection={<IconCode size={16} aria-hidden />}>
          {user.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
          {user.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Schemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{user.theme}</Menu.Label>
      {schemes.map(([scheme, label]) => (
        <Menu.Item
          key={scheme}
          onClick={() => setColorScheme(scheme)}
          leftSection={<IconCheck size={16} aria-hidden opacity={scheme === colorScheme ? 1 : 0} />}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  )
}

function OtherOrgs() {
  const org = useOrg()
  const navigate = useNavigate()
  const { data = [] } = useOrgs()
  const others = data.filter(({ id }) => id !== org.id)
  if (others.length === 0) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{orgs.label}</Menu.Label>
      {others.map(({ id, name }) => (
        <Menu.Item key={id} onClick={() => navigate({ to: '/orgs/$org', params: { org: id } })}>
          {orgs.switchTo(name)}
        </Menu.Item>
      ))}
    </>
  )
}
