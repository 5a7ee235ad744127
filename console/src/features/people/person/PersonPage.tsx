import { Grid, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { strings } from '#i18n/people.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { PersonAppointments } from '../appointments/PersonAppointments.tsx'
import { displayNameOf, type Person } from '../display-name.ts'
import { PersonStatusBadge } from '../list/people-columns.tsx'
import { ToneBadge } from '../ToneBadge.tsx'
import { Timeline } from '../timeline/Timeline.tsx'
import { ConsentCard } from './ConsentCard.tsx'
import { PersonSummary } from './Glance.tsx'
import { IdentitiesCard } from './IdentitiesCard.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { ProfileEditor } from './ProfileEditor.tsx'
import { ReachabilityCard } from './ReachCard.tsx'
import { usePerson } from './usePerson.ts'

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
