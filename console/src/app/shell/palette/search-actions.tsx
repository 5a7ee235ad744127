import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { IconBook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { strings } from '#i18n/app.ts'
import { strings as palette } from '#i18n/palette.ts'
import { useOrg } from '../../current-org.ts'
import { agentNavItems } from '../Nav.tsx'

const { nav } = strings
const minute = 60_000

/** Searches playbooks, Outreaches and campaigns of the open agent. */
export function useEntityActions(q: string | undefined): SpotlightActionGroupData {
  const { id: org, api, key, can } = useOrg()
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
    enabled: agent !== '' && q !== undefined && can('viewer'),
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

export type GuideEntry = { page: string; title: string; sections: readonly { id: string; title: string }[] }
export type FoundGuide = { href: string; label: string; description?: string }

const mostGuides = 6

/** Guides and their sections whose titles contain every word of the query; titles of guides come first. */
export function findGuides(guides: readonly GuideEntry[], query: string): FoundGuide[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const contains = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const whole = guides.filter(({ title }) => contains(title))
  const sections = guides.flatMap(({ page, title, sections: own }) =>
    own
      .filter((section) => contains(section.title) || (contains(`${title} ${section.title}`) && !contains(title)))
      .map((section) => ({ href: `${page}#${section.id}`, label: section.title, description: title })),
  )
  return [...whole.map(({ page, title }) => ({ href: page, label: title })), ...sections].slice(0, mostGuides)
}

/** Opens in a tab of its own, so that nothing on the page is lost. */
export function useGuideActions(q: string | undefined): SpotlightActionGroupData {
  const { data } = useQuery({
    queryKey: ['guides'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/docs/guides.json', { signal })
      if (!response.ok) throw new Error(`Status ${response.status}`)
      return ((await response.json()) as { guides: GuideEntry[] }).guides
    },
    enabled: q !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const actions = findGuides(data ?? [], q ?? '').map((guide) => ({
    id: `guide:${guide.href}`,
    label: guide.label,
    ...(guide.description && { description: guide.description }),
    keywords: q ?? '',
    leftSection: <IconBook size={18} aria-hidden />,
    onClick: () => void window.open(guide.href, '_blank', 'noopener'),
  }))
  return { group: palette.guides, actions }
}
