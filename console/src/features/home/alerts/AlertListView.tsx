import { Badge, Group, Paper, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/home.ts'
import { useOrg } from '../../../app/current-org.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { type AttentionEntry, alertLink } from './alert-link.ts'
import classes from './attention.module.css'

const { attention: texts } = strings
const icons = { error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle }
const shownFirst = 5

/** Alerts, most severe first; each links to where it can be fixed. */
export function AlertListView({ agents }: { agents: readonly Schema<'AgentOverview'>[] }) {
  const org = useOrg()
  const [all, setAll] = useState(false)
  const read = useQuery({
    queryKey: org.key('attention'),
    queryFn: ({ signal }) => org.api.get('/attention', { signal }),
    refetchInterval: 60_000,
  })
  const entries = read.data?.data
  if (read.error) return <ErrorAlert error={read.error} retry={read.refetch} />
  if (!entries) return <Skeleton h={20} w={260} aria-hidden />
  if (entries.length === 0) return <NoAlerts />
  const shown = all ? entries : entries.slice(0, shownFirst)
  const nameOf = (id: string | undefined) => agents.find(({ agentId }) => agentId === id)?.name
  return (
    <Stack gap="xs" component="section" aria-label={texts.title}>
      <Group gap="xs">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <Badge variant="default">{entries.length}</Badge>
      </Group>
      <Paper withBorder component="ul" className={classes.list}>
        {shown.map((entry) => (
          <AlertLine
            key={`${entry.kind} ${entry.agentId} ${entry.target.id}`}
            entry={entry}
            agent={entries.length > 1 ? nameOf(entry.agentId) : undefined}
          />
        ))}
      </Paper>
      {entries.length > shownFirst && (
        <UnstyledButton fz="sm" onClick={() => setAll(!all)} aria-expanded={all} w="fit-content" td="underline">
          {all ? texts.fewer : texts.more(entries.length - shownFirst)}
        </UnstyledButton>
      )}
    </Stack>
  )
}

function AlertLine({ entry, agent }: { entry: AttentionEntry; agent: string | undefined }) {
  const org = useOrg()
  const Icon = icons[entry.severity]
  return (
    <li>
      <Link {...alertLink(org.id, entry)} className={classes.line}>
        <span data-severity={entry.severity} className={classes.icon}>
          <Icon size={18} aria-label={texts.severities[entry.severity]} />
        </span>
        <Text size="sm" flex={1}>
          {entry.text}
        </Text>
        {agent && (
          <Text size="xs" className="quiet" visibleFrom="sm">
            {agent}
          </Text>
        )}
        {entry.at && (
          <Text size="xs" className="quiet" component="span">
            <Timestamp at={entry.at} />
          </Text>
        )}
      </Link>
    </li>
  )
}

function NoAlerts() {
  return (
    <Group gap="xs" role="status">
      <span data-severity="well" className={classes.icon}>
        <IconCircleCheck size={18} aria-hidden />
      </span>
      <Text size="sm">{texts.none}</Text>
    </Group>
  )
}
