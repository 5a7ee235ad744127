import { Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { strings } from '#i18n/campaigns.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { buildFunnel, type Campaign, type FunnelRow } from '../campaign.ts'
import classes from './funnel.module.css'

const { checks, exclusions, exclusionHints } = strings

/** Each exclusion reason with its count; opens the list of those people. */
export function Funnel({ campaign }: { campaign: Campaign }) {
  const rows = buildFunnel(campaign)
  if (rows.length === 0) return <Text size="sm">{checks.noneLeft}</Text>
  return (
    <Stack gap={4} component="ul" className={classes.list}>
      {rows.map((row) => (
        <li key={row.reason}>
          <FunnelLine row={row} campaign={campaign} />
        </li>
      ))}
    </Stack>
  )
}

function FunnelLine({ row: { reason, count, left }, campaign }: { row: FunnelRow; campaign: Campaign }) {
  const routeIds = useRouteIds()
  const name = exclusions[reason] ?? reason
  const { total } = campaign.counts
  return (
    <Tooltip label={exclusionHints[reason]} multiline maw={280} withArrow>
      <Link
        to="/orgs/$org/agents/$agent/campaigns/$campaignId"
        params={{ ...routeIds, campaignId: campaign.id }}
        search={{ step: 'checks', state: 'excluded', reason }}
        className={classes.line}
      >
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm">{name}</Text>
          <Group gap={6} wrap="nowrap">
            <Text size="sm" fw={600}>
              {strings.number(count)}
            </Text>
            <Text size="xs" className="quiet" visibleFrom="xs">
              {checks.left(left)}
            </Text>
            <IconChevronRight size={14} aria-hidden />
          </Group>
        </Group>
        <span className={classes.track} aria-hidden="true">
          <span className={classes.left} style={{ width: `${(left / total) * 100}%` }} />
          <span className={classes.out} style={{ width: `${(count / total) * 100}%` }} />
        </span>
      </Link>
    </Tooltip>
  )
}
