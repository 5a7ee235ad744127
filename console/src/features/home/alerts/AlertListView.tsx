import { Badge, Group, Paper, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/home.ts'
import { useOrg } from '../../../app/current-org.ts'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import classes from './attention.module.css'

export type AttentionEntry = Schema<'AttentionEntry'>

const agentPath = '/orgs/$org/agents/$agent'

/** Returns the page on which an alert can be investigated and fixed. */
export function buildAlertLink(org: string, { agentId, target: { kind, id } }: AttentionEntry): LinkProps {
  return (
    agentId === undefined ? orgAlertLink(org, kind, id) : agentAlertLink({ org, agent: agentId }, kind, id)
  ) as LinkProps
}

type AlertTargetKind = AttentionEntry['target']['kind']

function orgAlertLink(org: string, kind: AlertTargetKind, id: string | undefined) {
  const params = { org }
  if (kind === 'connection') return linkOptions({ to: '/orgs/$org/settings/connections', params })
  if (kind === 'webhook' && id) {
    return linkOptions({ to: '/orgs/$org/settings/webhooks/$webhookId', params: { org, webhookId: id } })
  }
  return linkOptions({ to: '/orgs/$org/settings', params })
}

function agentAlertLink(params: { org: string; agent: string }, kind: AlertTargetKind, id: string | undefined) {
  if (kind === 'campaign' && id) {
    return linkOptions({ to: `${agentPath}/campaigns/$campaignId`, params: { ...params, campaignId: id } })
  }
  if (kind === 'testRun' && id) {
    return linkOptions({ to: `${agentPath}/tests/runs/$runId`, params: { ...params, runId: id } })
  }
  if (kind === 'source') return linkOptions({ to: `${agentPath}/knowledge/sources`, params, search: { open: id } })
  if (kind === 'sends') return linkOptions({ to: `${agentPath}/outreach/sends`, params, search: { state: 'failed' } })
  if (kind === 'lint') return linkOptions({ to: `${agentPath}/edit/lint`, params })
  if (kind === 'template-update') return linkOptions({ to: `${agentPath}/edit/updates`, params })
  if (kind === 'model') return linkOptions({ to: `${agentPath}/setup/model`, params })
  if (kind === 'channel') return linkOptions({ to: `${agentPath}/channels`, params })
  return linkOptions({ to: `${agentPath}/setup`, params })
}

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
  const visibleEntries = all ? entries : entries.slice(0, shownFirst)
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
        {visibleEntries.map((entry) => (
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
      <Link {...buildAlertLink(org.id, entry)} className={classes.line}>
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
