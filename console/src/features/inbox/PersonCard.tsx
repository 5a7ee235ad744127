import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import { strings as phone } from '#i18n/handset.ts'
import { strings } from '#i18n/inbox.ts'
import { strings as people } from '#i18n/people.ts'
import { useAgent, useOrg } from '../../app/current-org.ts'
import { ButtonLink } from '../../components/links.tsx'
import { StatusBadge } from '../../components/StatusBadge.tsx'
import { Timestamp } from '../../components/Timestamp.tsx'
import { DescriptionList } from '../../components/turn/TurnInspector.tsx'
import { formatCustomField } from '../people/format-custom-field.ts'
import { usePeopleFields } from '../people/people-fields.ts'
import { conversationName } from './conversation-name.ts'
import type { Person } from './inbox-data.ts'

const { side } = strings
const fields = ['email', 'phone', 'company', 'title', 'source', 'timezone', 'notes'] as const

/** The person beside their conversation. */
export function PersonCard({ person, userId }: { person: Person; userId: string }) {
  const params = { org: useOrg().id, agent: useAgent().id, personId: person.id }
  const stopped = person.identities.some(({ asid, optedOut }) => asid === userId && optedOut)
  const known = fields.flatMap((name) => (person[name] ? [[side.fields[name], person[name]] as const] : []))
  const declared = usePeopleFields()
  const own = Object.entries(person.customFields).map(([key, value]) => formatCustomField(declared, key, value))
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {conversationName(person, userId)}
      </Title>
      <Group gap={6}>
        <StatusBadge status={person.status} label={people.statuses[person.status]} />
        <StatusBadge status={person.consent.status} label={side.consents[person.consent.status]} />
        {stopped && <StatusBadge status="optedOut" label={side.optedOut} />}
      </Group>
      <DescriptionList facts={[...known, ...own]} />
      {person.tags.length > 0 && (
        <Group gap={4} aria-label={side.tags} role="group">
          {person.tags.map((tag) => (
            <Badge key={tag} variant="default" tt="none" fw={500}>
              {tag}
            </Badge>
          ))}
        </Group>
      )}
      <Identities person={person} />
      {person.lastSeenAt && (
        <Text size="sm" className="quiet">
          {side.lastSeen} <Timestamp at={person.lastSeenAt} />
        </Text>
      )}
      <ButtonLink to="/orgs/$org/agents/$agent/people/$personId" params={params} variant="default" size="xs">
        {side.open}
      </ButtonLink>
    </Stack>
  )
}

function Identities({ person }: { person: Person }) {
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {side.identities}
      </Text>
      {person.identities.map(({ asid, channel, preferred, optedOut }) => (
        <Text key={asid} size="sm">
          {[phone.channels[channel], preferred && side.preferred, optedOut && side.stopped].filter(Boolean).join(' · ')}
        </Text>
      ))}
    </Stack>
  )
}
