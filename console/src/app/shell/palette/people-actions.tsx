import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { IconMessage, IconMessages, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { strings as phone } from '#i18n/handset.ts'
import { strings as palette } from '#i18n/palette.ts'
import { formatRelative } from '../../../components/Timestamp.tsx'
import { computeSince } from '../../../features/inbox/inbox-search.ts'
import { displayChannelOf } from '../../../features/inbox/transcript.ts'
import { useOrg } from '../../current-org.ts'
import { useAgentList } from '../Nav.tsx'
import { mostAgents } from './commands.tsx'

type FoundPerson = { id: string; name: string; contacts: string; agent: { id: string; name: string }; users: string[] }

const mostPeople = 5
/** Conversations are read for the best matches only. */
const mostUsers = 3
const conversationsPerUser = 2
const conversationDays = '180'

/** The people of the open agent, or of the first few agents if none is open, and their latest conversations. */
export function usePeopleActions(q: string | undefined): SpotlightActionGroupData[] {
  const { id: org } = useOrg()
  const navigate = useNavigate()
  const { agent: open } = useParams({ strict: false })
  const people = useFoundPeople(q, open)
  const conversations = useConversationActions(q, people)
  const ofPeople = people.map(({ id, name, contacts, agent }) => ({
    id: `person:${id}`,
    label: name,
    description: [agent.name, contacts].filter(Boolean).join(' · '),
    // The palette filters by keyword too: this keeps every result that the server found.
    keywords: q ?? '',
    leftSection: <IconUser size={18} aria-hidden />,
    onClick: () =>
      void navigate({
        to: '/orgs/$org/agents/$agent/people/$personId',
        params: { org, agent: agent.id, personId: id },
      }),
  }))
  const inbox =
    open !== undefined && q !== undefined && people.length > 0
      ? [
          {
            id: 'conversations',
            label: palette.allConversations(q),
            leftSection: <IconMessages size={18} aria-hidden />,
            onClick: () =>
              void navigate({ to: '/orgs/$org/agents/$agent/inbox', params: { org, agent: open }, search: { q } }),
          },
        ]
      : []
  return [
    { group: palette.people, actions: ofPeople },
    { group: palette.conversations, actions: [...conversations, ...inbox] },
  ]
}

function useFoundPeople(q: string | undefined, open: string | undefined): FoundPerson[] {
  const { api, key } = useOrg()
  const agents = useAgentList()
  const searchedAgents = open ? [{ id: open, name: '' }] : agents.slice(0, mostAgents)
  const { data = [] } = useQuery({
    queryKey: key(
      'palette',
      searchedAgents.map(({ id }) => id),
      q,
    ),
    queryFn: async ({ signal }) => {
      const found = searchedAgents.map(async ({ id, name }): Promise<FoundPerson[]> => {
        const { data: people } = await api.agent(id).get('/people', { query: { q, limit: mostPeople }, signal })
        return people.map(({ identities, fullName, firstName, lastName, email, phone: number, ...person }) => ({
          id: person.id,
          name: fullName || [firstName, lastName].filter(Boolean).join(' ') || email || number || person.id,
          contacts: [email, number].filter(Boolean).join(' · '),
          agent: { id, name },
          users: identities.map(({ asid }) => asid),
        }))
      })
      return (await Promise.all(found)).flat()
    },
    enabled: q !== undefined,
  })
  return data
}

/** The latest conversations of the people found, each one a result of its own. */
function useConversationActions(q: string | undefined, people: readonly FoundPerson[]) {
  const { id: org, api, key } = useOrg()
  const navigate = useNavigate()
  const users = people
    .flatMap((person) => person.users.map((userId) => ({ userId, name: person.name, agent: person.agent.id })))
    .slice(0, mostUsers)
  const { data = [] } = useQuery({
    queryKey: key('palette', 'conversations', users),
    queryFn: async ({ signal }) => {
      const start = computeSince(conversationDays, Date.now())
      const found = users.map(async ({ userId, name, agent }) => {
        const query = { userId, start, limit: conversationsPerUser }
        const { data: conversations } = await api.agent(agent).get('/conversations', { query, signal })
        return conversations.map((conversation) => ({ ...conversation, name, agent }))
      })
      return (await Promise.all(found)).flat()
    },
    enabled: q !== undefined && users.length > 0,
    placeholderData: keepPreviousData,
  })
  if (q === undefined || users.length === 0) return []
  return data.map(({ sessionId, name, agent, endedAt, lastMessagePreview, ...conversation }) => ({
    id: `conversation:${sessionId}`,
    label: name,
    description: [
      phone.channels[displayChannelOf(conversation)],
      formatRelative(new Date(endedAt), Date.now()),
      lastMessagePreview,
    ]
      .filter(Boolean)
      .join(' · '),
    keywords: q,
    leftSection: <IconMessage size={18} aria-hidden />,
    onClick: () =>
      void navigate({
        to: '/orgs/$org/agents/$agent/inbox',
        params: { org, agent },
        search: { conversation: sessionId, days: conversationDays },
      }),
  }))
}
