import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { IconArrowBackUp, IconDeviceMobileMessage, IconListCheck, IconPencil, IconRocket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { strings as palette } from '#i18n/palette.ts'
import { useWorkOn } from '../../../features/versions/bar/useWorkOn.ts'
import { useOrg } from '../../current-org.ts'

/** The drafts of the open agent; in a draft, what can be done with it, also before anything is typed. */
export function useDraftActions(q: string | undefined): SpotlightActionGroupData {
  const { id: org, api, key, can } = useOrg()
  const navigate = useNavigate()
  const workOn = useWorkOn()
  const { agent = '' } = useParams({ strict: false })
  const { draft: open } = useSearch({ strict: false })
  // The key of the switch in the header, which reads the drafts too.
  const { data: drafts = [] } = useQuery({
    queryKey: key('agent', agent, 'drafts'),
    queryFn: async ({ signal }) => (await api.agent(agent).get('/drafts', { signal })).data,
    enabled: can('viewer') && agent !== '' && (q !== undefined || open !== undefined),
  })
  const review = (draftId: string, search: { do?: 'publish' } = {}) =>
    navigate({
      to: '/orgs/$org/agents/$agent/versions/drafts/$draftId',
      params: { org, agent, draftId },
      search: { ...search, draft: draftId },
    })
  const current = drafts.find(({ id }) => id === open)
  const ofCurrent = current && [
    toAction('review', palette.reviewDraft(current.name), IconListCheck, () => review(current.id)),
    toAction('try', palette.tryDraft(current.name), IconDeviceMobileMessage, () =>
      navigate({ to: '/orgs/$org/agents/$agent/emulator', params: { org, agent } }),
    ),
    ...(can('editor')
      ? [
          toAction('publish', palette.publishDraft(current.name), IconRocket, () =>
            review(current.id, { do: 'publish' }),
          ),
        ]
      : []),
    toAction('leave', palette.leaveDraft, IconArrowBackUp, () => workOn(undefined)),
  ]
  const others = drafts.filter(({ id }) => id !== open)
  const ofOthers = others.map(({ id, name }) => toAction(id, palette.workOnDraft(name), IconPencil, () => workOn(id)))
  return { group: palette.drafts, actions: [...(ofCurrent ?? []), ...(q === undefined ? [] : ofOthers)] }
}

function toAction(id: string, label: string, Icon: typeof IconPencil, onClick: () => Promise<void>) {
  return { id: `draft:${id}`, label, leftSection: <Icon size={18} aria-hidden />, onClick: () => void onClick() }
}
