import { Anchor, Badge, Grid, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { strings } from '#i18n/people.ts'
import { usePlaceTimeZone, useRepresentatives } from '../../../api/lookups.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { formatDateTime, localizeTimestamps } from '../../../components/times.ts'
import { PersonAppointments } from '../appointments/PersonAppointments.tsx'
import { PersonStatusBadge } from '../list/people-columns.tsx'
import { displayNameOf, getRepresentativeName, type Person } from '../people-fields.ts'
import { ToneBadge } from '../ToneBadge.tsx'
import { Timeline } from '../timeline/Timeline.tsx'
import { ConsentCard } from './ConsentCard.tsx'
import { IdentitiesCard } from './IdentitiesCard.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { PersonSideCard } from './PersonSideCard.tsx'
import { ProfileEditor } from './ProfileEditor.tsx'
import classes from './person.module.css'
import { usePerson } from './usePerson.ts'

const texts = strings.reach
const colors = { now: 'green', later: 'blue', no: 'gray' } as const

/** Whether a message may be sent to this person now, by origin of the send, and the reason. */
function ReachabilityCard({ personId }: { personId: string }) {
  const agent = useAgent()
  const { data, isError } = useQuery({
    queryKey: agent.key('person', personId, 'reachability'),
    queryFn: ({ signal }) => agent.api.get('/people/{personId}/reachability', { path: { personId }, signal }),
  })
  if (isError) return null
  return (
    <PersonSideCard title={texts.title}>
      {data ? (
        <Stack gap="xs">
          {Object.entries(data.origins).map(([origin, { allowed, says }]) => (
            <Stack key={origin} gap={0}>
              <Group gap={6}>
                <Text size="sm" fw={500}>
                  {texts.origins[origin] ?? origin}
                </Text>
                <ToneBadge tone={colors[allowed]}>{texts.allowed[allowed]}</ToneBadge>
              </Group>
              <Text size="xs" className="quiet">
                {localizeTimestamps(says)}
              </Text>
            </Stack>
          ))}
        </Stack>
      ) : (
        <Skeleton h={80} />
      )}
    </PersonSideCard>
  )
}

const from = '/orgs/$org/agents/$agent/people/$personId'

export function PersonPage() {
  const { personId } = useParams({ from })
  const routeIds = useRouteIds()
  const may = useCan('editor')
  const { data: person, error, refetch } = usePerson(personId)
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!person) return <Loading />
  return (
    <Stack gap="xs">
      <AnchorLink to="/orgs/$org/agents/$agent/people" params={routeIds} size="sm">
        <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {strings.person.back}
      </AnchorLink>
      <PageLayout
        title={displayNameOf(person)}
        beside={<Badges person={person} />}
        actions={may && <PersonMenu person={person} />}
      >
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 8 }}>
            <PersonTabs person={person} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Stack>
              <PersonSummary person={person} />
              <IdentitiesCard person={person} />
              <ConsentCard person={person} />
              <ReachabilityCard personId={person.id} />
            </Stack>
          </Grid.Col>
        </Grid>
      </PageLayout>
    </Stack>
  )
}

function Badges({ person: { status, identities } }: { person: Person }) {
  const stopped = identities.some(({ optedOut }) => optedOut)
  return (
    <>
      <PersonStatusBadge status={status} />
      {stopped && <ToneBadge tone="red">{strings.identities.optedOut}</ToneBadge>}
    </>
  )
}

const tabs = ['timeline', 'profile', 'appointments'] as const

function PersonTabs({ person }: { person: Person }) {
  const { tab = 'timeline' } = useSearch({ from })
  const profiled = useRef(false)
  if (tab === 'profile') profiled.current = true
  return (
    <Stack>
      <LinkTabs label={strings.person.tabs}>
        {tabs.map((one) => (
          <Link
            key={one}
            from={from}
            search={one === 'timeline' ? {} : { tab: one }}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {strings.person[one]}
          </Link>
        ))}
      </LinkTabs>
      {tab === 'timeline' && <Timeline person={person} />}
      {/* Stays mounted, with unsaved input, while another tab is shown. */}
      {profiled.current && (
        <div hidden={tab !== 'profile'}>
          <ProfileEditor key={person.id} personId={person.id} />
        </div>
      )}
      {tab === 'appointments' && <PersonAppointments person={person} />}
    </Stack>
  )
}

/** The most important fields; the profile has all of them. */
function PersonSummary({ person }: { person: Person }) {
  const routeIds = useRouteIds()
  const representatives = useRepresentatives()
  const zone = usePlaceTimeZone() ?? 'UTC'
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
    [strings.fields.assignedRepresentativeId, representative && getRepresentativeName(representatives, representative)],
    [strings.fields.scheduledCallAt, person.scheduledCallAt && formatDateTime(person.scheduledCallAt, zone)],
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
