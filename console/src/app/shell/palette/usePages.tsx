import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { strings } from '#i18n/app.ts'
import { useOrg } from '../../current-org.ts'
import { agentNavItems, orgNavItems } from '../nav-items.ts'

const none = { ofOrg: [], ofAgent: [] }

/** The pages of the menu; what is below them too, once something is typed. */
export function usePageActions(query: string): SpotlightActionGroupData {
  const { id: org } = useOrg()
  const navigate = useNavigate()
  const { agent } = useParams({ strict: false })
  // Their words are loaded with them, and only when they are wanted.
  const { data: below = none } = useQuery({
    queryKey: ['places below'],
    queryFn: async () => (await import('./nested-pages.ts')).nestedPages,
    enabled: query !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const ofOrg = [...orgNavItems, ...below.ofOrg].map((item) => ({
    ...toPageAction(item),
    onClick: () => navigate({ to: item.to, params: { org } }),
  }))
  const ofAgent = [...agentNavItems, ...below.ofAgent].map((item) => ({
    ...toPageAction(item),
    onClick: () => agent && navigate({ to: item.to, params: { org, agent } }),
  }))
  return { group: strings.palette.pages, actions: agent ? [...ofAgent, ...ofOrg] : ofOrg }
}

type PageEntry = { to: string; label: string; icon: (typeof orgNavItems)[number]['icon']; of?: string }

const toPageAction = ({ to, label, icon: Icon, of }: PageEntry) => ({
  id: of ? `${of} ${to}` : to,
  label,
  ...(of && { description: of }),
  leftSection: <Icon size={18} aria-hidden />,
})
