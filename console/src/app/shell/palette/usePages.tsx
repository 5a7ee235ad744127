import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { words } from '#words/app.ts'
import { useOrg } from '../../org.ts'
import { agentPlaces, orgPlaces } from '../places.ts'

const none = { ofOrg: [], ofAgent: [] }

/** The pages of the menu; what is below them too, once something is typed. */
export function usePages(query: string): SpotlightActionGroupData {
  const { id: org } = useOrg()
  const navigate = useNavigate()
  const { agent } = useParams({ strict: false })
  // Their words are loaded with them, and only when they are wanted.
  const { data: below = none } = useQuery({
    queryKey: ['places below'],
    queryFn: async () => (await import('./places-below.ts')).placesBelow,
    enabled: query !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const ofOrg = [...orgPlaces, ...below.ofOrg].map((place) => ({
    ...shown(place),
    onClick: () => navigate({ to: place.to, params: { org } }),
  }))
  const ofAgent = [...agentPlaces, ...below.ofAgent].map((place) => ({
    ...shown(place),
    onClick: () => agent && navigate({ to: place.to, params: { org, agent } }),
  }))
  return { group: words.palette.pages, actions: agent ? [...ofAgent, ...ofOrg] : ofOrg }
}

type Place = { to: string; label: string; icon: (typeof orgPlaces)[number]['icon']; of?: string }

const shown = ({ to, label, icon: Icon, of }: Place) => ({
  id: of ? `${of} ${to}` : to,
  label,
  ...(of && { description: of }),
  leftSection: <Icon size={18} aria-hidden />,
})
