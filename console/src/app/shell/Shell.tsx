import { AppShell, Burger, Button, Group, ScrollArea, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { strings } from '#i18n/app.ts'
import { useOrg } from '../current-org.ts'
import { Nav } from './Nav.tsx'
import { CommandPalette, openPalette } from './palette/CommandPalette.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { UserMenu } from './UserMenu.tsx'

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
      header={{ height: 52 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
    >
      <a className="skip" href="#content">
        {strings.skip}
      </a>
      <AppShell.Header>
        <Top opened={opened} toggle={toggle} />
      </AppShell.Header>
      <AppShell.Navbar aria-label={strings.nav.label}>
        <ScrollArea p="xs" viewportProps={{ tabIndex: 0, 'aria-label': strings.nav.label, role: 'group' }}>
          <Nav />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {children}
      </AppShell.Main>
      <CommandPalette />
      <Shortcuts />
    </AppShell>
  )
}

function Top({ opened, toggle }: { opened: boolean; toggle: () => void }) {
  const org = useOrg()
  const { agent } = useParams({ strict: false })
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Burger
          opened={opened}
          onClick={toggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={opened ? strings.nav.close : strings.nav.open}
        />
        <Link to="/orgs/$org" params={{ org: org.id }} aria-label={strings.nav.home} style={{ display: 'flex' }}>
          <Logo />
        </Link>
        <Text fw={600} truncate="end" maw={180} visibleFrom="xs">
          {org.name}
        </Text>
        {agent !== undefined && (
          <Suspense>
            <DraftSwitch agent={agent} />
          </Suspense>
        )}
      </Group>
      <Group gap="xs" wrap="nowrap" flex="none">
        <Button variant="default" size="xs" leftSection={<IconSearch size={14} aria-hidden />} onClick={openPalette}>
          {strings.palette.open}
          <Text span size="xs" className="quiet" ml="sm" visibleFrom="sm" aria-hidden>
            Ctrl K
          </Text>
        </Button>
        <UserMenu />
      </Group>
    </Group>
  )
}

/** The product's logo, the same as the favicon. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <path fill="var(--mantine-primary-color-filled)" d="M4 5h24v17H15l-7 6v-6H4z" />
    </svg>
  )
}
