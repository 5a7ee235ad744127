import { Grid, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { words } from '#words/people.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { LinkTabs } from '../../../parts/LinkTabs.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { AnchorLink } from '../../../parts/links.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { PersonAppointments } from '../appointments/PersonAppointments.tsx'
import { PersonStatusBadge } from '../list/columns.tsx'
import { nameOf, type Person } from '../names.ts'
import { Tone } from '../Tone.tsx'
import { Timeline } from '../timeline/Timeline.tsx'
import { ConsentCard } from './ConsentCard.tsx'
import { Glance } from './Glance.tsx'
import { IdentitiesCard } from './IdentitiesCard.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { ProfileEditor } from './ProfileEditor.tsx'
import { ReachCard } from './ReachCard.tsx'
import { usePerson } from './usePerson.ts'

const from = '/orgs/$org/agents/$agent/people/$personId'

export function PersonPage() {
  const { personId } = useParams({ from })
  const place = usePlace()
  const may = useCan('editor')
  const { data: person, error, refetch } = usePerson(personId)
  if (error) return <Trouble error={error} retry={refetch} />
  if (!person) return <Loading />
  return (
    <Stack gap="xs">
      <AnchorLink to="/orgs/$org/agents/$agent/people" params={place} size="sm">
        <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {words.person.back}
      </AnchorLink>
      <Page title={nameOf(person)} beside={<Badges person={person} />} actions={may && <PersonMenu person={person} />}>
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 8 }}>
            <PersonTabs person={person} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Stack>
              <Glance person={person} />
              <IdentitiesCard person={person} />
              <ConsentCard person={person} />
              <ReachCard personId={person.id} />
            </Stack>
          </Grid.Col>
        </Grid>
      </Page>
    </Stack>
  )
}

function Badges({ person: { status, identities } }: { person: Person }) {
  const stopped = identities.some(({ optedOut }) => optedOut)
  return (
    <>
      <PersonStatusBadge status={status} />
      {stopped && <Tone tone="red">{words.identities.optedOut}</Tone>}
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
      <LinkTabs label={words.person.tabs}>
        {tabs.map((one) => (
          <Link
            key={one}
            from={from}
            search={one === 'timeline' ? {} : { tab: one }}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {words.person[one]}
          </Link>
        ))}
      </LinkTabs>
      {tab === 'timeline' && <Timeline person={person} />}
      {/* It stays, with what was written there, while another tab is looked at. */}
      {profiled.current && (
        <div hidden={tab !== 'profile'}>
          <ProfileEditor key={person.id} personId={person.id} />
        </div>
      )}
      {tab === 'appointments' && <PersonAppointments person={person} />}
    </Stack>
  )
}
