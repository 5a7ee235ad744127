import { Badge, NavLink, Select, Stack, Text } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { words } from '#words/agent.ts'
import { useLint } from '../../../api/lint.ts'
import { useAgent, useOrg } from '../../../app/org.ts'
import { useUpdates } from '../updates/useUpdates.ts'
import { partGroups, parts } from './parts.ts'

const plain = { textDecoration: 'none', color: 'inherit', borderRadius: 'var(--mantine-radius-sm)' }

export function PartNav() {
  return (
    <Stack gap={2} component="nav" aria-label={words.partsLabel}>
      {partGroups.map((group) => (
        <Stack key={group} gap={2} pb={6}>
          <Text size="xs" fw={600} className="quiet" px="xs">
            {group}
          </Text>
          {parts
            .filter((part) => part.group === group)
            .map((part) => (
              <PartLink key={part.to} part={part} />
            ))}
        </Stack>
      ))}
    </Stack>
  )
}

function PartLink({ part: { to, label, icon: Icon } }: { part: (typeof parts)[number] }) {
  const org = useOrg()
  const agent = useAgent()
  const count = useCounts()[label]
  return (
    <Link to={to} params={{ org: org.id, agent: agent.id }} style={plain}>
      {({ isActive }) => (
        <NavLink
          component="span"
          py={6}
          label={label}
          active={isActive}
          leftSection={<Icon size={16} aria-hidden />}
          rightSection={
            count ? (
              <Badge size="sm" variant="default" aria-label={count.said}>
                {count.number}
              </Badge>
            ) : undefined
          }
        />
      )}
    </Link>
  )
}

/** What waits behind a link, as a number. */
function useCounts(): Record<string, { number: number; said: string } | undefined> {
  const findings = useLint().filter(({ severity }) => severity === 'error' || severity === 'warning').length
  const updates = useUpdates().data?.updateCount ?? 0
  return {
    [words.parts.lint]: findings > 0 ? { number: findings, said: words.counts.findings(findings) } : undefined,
    [words.parts.updates]: updates > 0 ? { number: updates, said: words.counts.updates(updates) } : undefined,
  }
}

/** The same where there is no room beside. */
export function PartChoice() {
  const org = useOrg()
  const agent = useAgent()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const here = parts.find(({ to }) => pathname.endsWith(to.slice(to.lastIndexOf('/'))))
  return (
    <Select
      label={words.partsLabel}
      data={partGroups.map((group) => ({
        group,
        items: parts.filter((part) => part.group === group).map(({ to, label }) => ({ value: to, label })),
      }))}
      value={here?.to ?? null}
      allowDeselect={false}
      onChange={(chosen) => {
        const part = parts.find(({ to }) => to === chosen)
        if (part) void navigate({ to: part.to, params: { org: org.id, agent: agent.id } })
      }}
    />
  )
}
