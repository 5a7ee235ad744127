import { Anchor, Badge, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '#words/people.ts'
import { usePlace } from '../../../app/org.ts'
import { AnchorLink } from '../../../parts/links.tsx'
import { When } from '../../../parts/When.tsx'
import { spokenTime } from '../appointments/times.ts'
import type { Person } from '../names.ts'
import { representativeName, useRepresentatives } from '../reads.ts'
import { Card } from './Card.tsx'
import classes from './person.module.css'

/** What one wants to know first; all of it stands in the profile. */
export function Glance({ person }: { person: Person }) {
  const place = usePlace()
  const representatives = useRepresentatives()
  const { phone, email, company, title, tags, assignedRepresentativeId: representative, importBatchId } = person
  const facts: [label: string | undefined, value: ReactNode][] = [
    [
      words.fields.phone,
      phone && (
        <Anchor href={`tel:${phone}`} size="sm">
          {phone}
        </Anchor>
      ),
    ],
    [
      words.fields.email,
      email && (
        <Anchor href={`mailto:${encodeURIComponent(email)}`} size="sm">
          {email}
        </Anchor>
      ),
    ],
    [words.fields.company, [title, company].filter(Boolean).join(', ')],
    [words.fields.source, person.source],
    [words.fields.assignedRepresentativeId, representative && representativeName(representatives, representative)],
    [words.fields.scheduledCallAt, person.scheduledCallAt && spokenTime(person.scheduledCallAt)],
    [words.person.lastCall, person.lastCallAt && <When at={person.lastCallAt} />],
    [words.person.lastSeen, person.lastSeenAt && <When at={person.lastSeenAt} />],
    [words.person.added, <When key="added" at={person.createdAt} />],
    [
      words.person.ofImport,
      importBatchId && (
        <AnchorLink to="/orgs/$org/agents/$agent/people" params={place} search={{ importBatchId }} size="sm">
          {words.person.showImport}
        </AnchorLink>
      ),
    ],
  ]
  return (
    <Card title={words.person.about}>
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
    </Card>
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
