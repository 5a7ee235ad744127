import { Paper, SimpleGrid, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { Link } from '@tanstack/react-router'
import { strings } from '#i18n/campaigns.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import type { Campaign } from '../campaign.ts'
import { type RecipientStateFilter, recipientStateFilters } from '../campaign-search.ts'
import classes from './counters.module.css'

type States = Schema<'CampaignReport'>['states']
const shownStates = ['sent', 'delivered', 'read', 'queued', 'failed', 'suppressed', 'cancelled', 'excluded'] as const

/** Every state with how many are in it; those that the list knows open it. */
export function Counters({ campaign, states }: { campaign: Campaign; states: States }) {
  const count = (key: (typeof shownStates)[number]) => (key === 'queued' ? states.queued + states.sending : states[key])
  return (
    <SimpleGrid cols={{ base: 2, xs: 4, lg: 8 }} spacing="xs">
      {shownStates.map((key) => (
        <Counter key={key} campaign={campaign} name={key} value={count(key)} />
      ))}
    </SimpleGrid>
  )
}

function Counter({ campaign, name, value }: { campaign: Campaign; name: (typeof shownStates)[number]; value: number }) {
  const routeIds = useRouteIds()
  const state = recipientStateFilters.find((one): one is RecipientStateFilter => one === name)
  const card = (
    <Paper withBorder p="sm" h="100%">
      <Text size="xl" fw={700} lh={1.1}>
        {strings.number(value)}
      </Text>
      <Text size="sm" className="quiet">
        {strings.counters[name]}
      </Text>
    </Paper>
  )
  if (!state) return card
  return (
    <Link
      to="/orgs/$org/agents/$agent/campaigns/$campaignId"
      params={{ ...routeIds, campaignId: campaign.id }}
      search={{ tab: 'recipients', state }}
      className={classes.link}
    >
      {card}
    </Link>
  )
}
