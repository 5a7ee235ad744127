import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { strings } from '#i18n/app.ts'
import { useOrg } from '../../current-org.ts'
import { agentNavItems } from '../Nav.tsx'

const { palette, nav } = strings
const minute = 60_000

/** Searches playbooks, Outreaches and campaigns of the open agent. */
export function useEntityActions(q: string | undefined): SpotlightActionGroupData {
  const { id: org, api, key } = useOrg()
  const navigate = useNavigate()
  const { agent = '' } = useParams({ strict: false })
  const { data } = useQuery({
    queryKey: key('agent', agent, 'palette'),
    queryFn: async ({ signal }) => {
      const of = api.agent(agent)
      const [playbooks, outreaches, campaigns] = await Promise.all([
        of.get('/playbooks', { signal }),
        of.get('/outreach', { signal }),
        of.get('/campaigns', { query: { limit: 200 }, signal }),
      ])
      return { playbooks: playbooks.data, outreaches: outreaches.data, campaigns: campaigns.data }
    },
    enabled: agent !== '' && q !== undefined,
    staleTime: minute,
  })
  const params = { org, agent }
  const playbooks = data?.playbooks.map(({ id, name }) => ({
    ...toEntityAction(nav.playbooks, id, name),
    onClick: () =>
      navigate({ to: '/orgs/$org/agents/$agent/playbooks/$playbookId', params: { ...params, playbookId: id } }),
  }))
  const outreaches = data?.outreaches.map(({ id, name }) => ({
    ...toEntityAction(nav.outreach, id, name),
    onClick: () =>
      navigate({ to: '/orgs/$org/agents/$agent/outreach/edit/$outreachId', params: { ...params, outreachId: id } }),
  }))
  const campaigns = data?.campaigns.map(({ id, name }) => ({
    ...toEntityAction(nav.campaigns, id, name),
    onClick: () =>
      navigate({ to: '/orgs/$org/agents/$agent/campaigns/$campaignId', params: { ...params, campaignId: id } }),
  }))
  const found = q === undefined ? [] : [playbooks, outreaches, campaigns].flatMap((list = []) => list)
  return { group: palette.named, actions: found }
}

function toEntityAction(kind: string, id: string, label: string) {
  const Icon = agentNavItems.find((item) => item.label === kind)?.icon
  return { id: `${kind}:${id}`, label, description: kind, leftSection: Icon && <Icon size={18} aria-hidden /> }
}
