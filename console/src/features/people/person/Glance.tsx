import { Anchor, Badge, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { strings } from '#i18n/people.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { formatDateTime } from '../appointments/format-times.ts'
import type { Person } from '../display-name.ts'
import { representativeName, useRepresentatives } from '../people-fields.ts'
import { PersonSideCard } from './PersonSideCard.tsx'
import classes from './person.module.css'

/** What one wants to know first; all of it stands in the profile. */
export function PersonSummary({ person }: { person: Person }) {
  const routeIds = useRouteIds()
  const representatives = useRepresentatives()
  const { phone, email, company, title, tags, assignedRepresentativeId: representative, importBatchId } = person
  const facts: [label: string | undefined, value: ReactNode][] = [
    [
      strings.fields.phone,
      phone && (
        <Anchor href={`tel:${phone}`} size="sm">
          {phone}
        </Anchor>
      ),
    ],
    [
      strings.fields.email,
      email && (
        <Anchor href={`mailto:${encodeURIComponent(email)}`} size="sm">
          {email}
        </Anchor>
      ),
    ],
    [strings.fields.company, [title, company].filter(Boolean).join(', ')],
    [strings.fields.source, person.source],
    [strings.fields.assignedRepresentativeId, representative && representativeName(representatives, representative)],
    [strings.fields.scheduledCallAt, person.scheduledCallAt && formatDateTime(person.scheduledCallAt)],
    [strings.person.lastCall, person.lastCallAt && <Timestamp at={person.lastCallAt} />],
    [strings.person.lastSeen, person.lastSeenAt && <Timestamp at={person.lastSeenAt} />],
    [strings.person.added, <Timestamp key="added" at={person.createdAt} />],
    [
      strings.person.ofImport,
      importBatchId && (
        <AnchorLink to="/orgs/$org/agents/$agent/people" params={routeIds} search={{ importBatchId }} size="sm">
          {strings.person.showImport}
        </AnchorLink>
      ),
    ],
  ]
  return (
    <PersonSideCard title={strings.person.about}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => value && <Fact key={label} label={label ?? ''} value={value} />)}
      </dl>
      {tags.length > 0 && (
        <Group gap={4}>
          {tags.map((tag) => (
            <Badge key={tag} variant="default" tt="none" fw={500}>
              {tag}
            </Badge>
          ))}
        </Group>
      )}
    </PersonSideCard>
  )
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={classes.fact}>
      <Text component="dt" size="sm" className="quiet">
        {label}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {value}
      </Text>
    </div>
  )
}
