import { ActionIcon, AppShell, Burger, Button, Menu, ScrollArea, Text, useMantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBook, IconCheck, IconCode, IconKeyboard, IconLogout, IconSearch, IconUser } from '@tabler/icons-react'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { strings } from '#i18n/app.ts'
import { chooseLanguage, type Language, language, languageNames } from '#i18n/language.ts'
import { roleNames } from '#i18n/role-names.ts'
import { queryClient } from '../../api/query-client.ts'
import { confirmLeave } from '../../components/editor/useUnsavedGuard.tsx'
import { LateActionNotice } from '../../components/LateHint.tsx'
import { useOrgs } from '../../session/orgs.ts'
import { signOut, useUserSession } from '../../session/session.ts'
import { useOrg } from '../current-org.ts'
import { Brand } from './Brand.tsx'
import { Nav } from './Nav.tsx'
import { openPalette, PaletteHost, preloadPalette } from './palette/PaletteHost.tsx'
import { openShortcuts, Shortcuts } from './Shortcuts.tsx'
import classes from './shell.module.css'

const DraftSwitch = lazy(async () => ({
  default: (await import('../../features/versions/bar/DraftSwitch.tsx')).DraftSwitch,
}))

export function Shell({ children }: { children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure()
  // Only the path: the shell does not rerender when the search params change.
  const pathname = useLocation({ select: (location) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the mobile menu after navigation
  useEffect(close, [pathname])
  return (
    <AppShell
      header={{ height: 'var(--header)' }}
      navbar={{ width: 'var(--sidebar-width)', breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a className="skip" href="#content">
        {strings.skip}
      </a>
      <AppShell.Header>
        <Top opened={opened} toggle={toggle} />
      </AppShell.Header>
      <AppShell.Navbar aria-label={strings.nav.label} className={classes.sidebar}>
        <ScrollArea p="xs" viewportProps={{ tabIndex: 0, 'aria-label': strings.nav.label, role: 'group' }}>
          <Nav />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {children}
      </AppShell.Main>
      <PaletteHost />
      <LateActionNotice />
      <Shortcuts />
    </AppShell>
  )
}

function Top({ opened, toggle }: { opened: boolean; toggle: () => void }) {
  const org = useOrg()
  const { agent } = useParams({ strict: false })
  return (
    <div className={classes.top}>
      <div className={classes.corner}>
        <Burger
          opened={opened}
          onClick={toggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={opened ? strings.nav.close : strings.nav.open}
        />
        <Brand />
      </div>
      <div className={classes.bar}>
        <div className={classes.start}>
          {agent !== undefined && org.can('viewer') && (
            <Suspense>
              <DraftSwitch agent={agent} />
            </Suspense>
          )}
        </div>
        <SearchButton />
        <UserMenu />
      </div>
    </div>
  )
}

const { user, orgs } = strings
const schemes = [
  ['light', user.light],
  ['dark', user.dark],
  ['auto', user.auto],
] as const

function UserMenu() {
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
          {user.role(roleNames[org.role])}
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
        <Languages />
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

/** On a phone, an icon: the name of the draft needs the place. */
function SearchButton() {
  const handlers = { onPointerEnter: preloadPalette, onFocus: preloadPalette, onClick: openPalette }
  return (
    <>
      <ActionIcon variant="default" size="lg" hiddenFrom="xs" aria-label={strings.palette.open} {...handlers}>
        <IconSearch size={14} aria-hidden />
      </ActionIcon>
      <Button variant="default" visibleFrom="xs" leftSection={<IconSearch size={14} aria-hidden />} {...handlers}>
        {strings.palette.open}
        <Text span size="xs" className={`quiet ${classes.key}`} visibleFrom="sm" aria-hidden>
          Ctrl K
        </Text>
      </Button>
    </>
  )
}

function Languages() {
  const choose = async (chosen: Language) => {
    if (chosen !== language && (await confirmLeave())) chooseLanguage(chosen)
  }
  return (
    <>
      <Menu.Label>{user.language}</Menu.Label>
      {(Object.keys(languageNames) as Language[]).map((one) => (
        <Menu.Item
          key={one}
          lang={one}
          onClick={() => choose(one)}
          leftSection={<IconCheck size={16} aria-hidden opacity={one === language ? 1 : 0} />}
        >
          {languageNames[one]}
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
