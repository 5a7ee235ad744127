import { Badge, NavLink, Select, Stack, Text } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/agent.ts'
import { useLint } from '../../../api/lint.ts'
import { useAgent, useOrg } from '../../../app/current-org.ts'
import { useUpdates } from '../updates/useUpdates.ts'
import { editorPartGroups, editorParts } from './editor-parts.ts'

const plain = { textDecoration: 'none', color: 'inherit', borderRadius: 'var(--mantine-radius-md)' }

export function PartNav() {
  return (
    <Stack gap={2} component="nav" aria-label={strings.partsLabel}>
      {editorPartGroups.map((group) => (
        <Stack key={group} gap={2} pb={6}>
          <Text size="xs" fw={500} className="quiet" px="xs" pb={2}>
            {group}
          </Text>
          {editorParts
            .filter((part) => part.group === group)
            .map((part) => (
              <PartLink key={part.to} part={part} />
            ))}
        </Stack>
      ))}
    </Stack>
  )
}

function PartLink({ part: { to, label, icon: Icon } }: { part: (typeof editorParts)[number] }) {
  const org = useOrg()
  const agent = useAgent()
  const count = useCounts()[label]
  return (
    <Link to={to} params={{ org: org.id, agent: agent.id }} style={plain}>
      {({ isActive }) => (
        <NavLink
          component="span"
          label={label}
          active={isActive}
          leftSection={<Icon size={16} aria-hidden />}
          rightSection={
            count ? (
              <Badge size="sm" variant="default" aria-label={count.label}>
                {count.number}
              </Badge>
            ) : undefined
          }
        />
      )}
    </Link>
  )
}

/** Counts shown as badges on the links. */
function useCounts(): Record<string, { number: number; label: string } | undefined> {
  const findings = useLint().filter(({ severity }) => severity === 'error' || severity === 'warning').length
  const updates = useUpdates().data?.updateCount ?? 0
  return {
    [strings.parts.lint]: findings > 0 ? { number: findings, label: strings.counts.findings(findings) } : undefined,
    [strings.parts.updates]: updates > 0 ? { number: updates, label: strings.counts.updates(updates) } : undefined,
  }
}

/** The same as a select, for narrow screens. */
export function PartSelect() {
  const org = useOrg()
  const agent = useAgent()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const here = editorParts.find(({ to }) => pathname.endsWith(to.slice(to.lastIndexOf('/'))))
  return (
    <Select
      label={strings.partsLabel}
      data={editorPartGroups.map((group) => ({
        group,
        items: editorParts.filter((part) => part.group === group).map(({ to, label }) => ({ value: to, label })),
      }))}
      value={here?.to ?? null}
      allowDeselect={false}
      onChange={(chosen) => {
        const part = editorParts.find(({ to }) => to === chosen)
        if (part) void navigate({ to: part.to, params: { org: org.id, agent: agent.id } })
      }}
    />
  )
}
