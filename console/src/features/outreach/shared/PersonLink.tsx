import { Skeleton, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/outreach.ts'
import { usePersonById } from '../../../api/people.ts'
import { useAgent } from '../../../app/current-org.ts'

type NamedPerson = Pick<Schema<'Person'>, 'fullName' | 'firstName' | 'lastName' | 'email' | 'phone'>

export function personNameOf({ fullName, firstName, lastName, email, phone }: NamedPerson): string {
  const parts = [firstName, lastName].filter(Boolean).join(' ')
  return fullName || parts || email || phone || strings.person.unnamed
}

export function useSharedPerson(personId: string | undefined) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('people', personId),
    queryFn: ({ signal }) => agent.api.get('/people/{personId}', { path: { personId: personId ?? '' }, signal }),
    enabled: personId !== undefined,
    staleTime: 60_000,
  })
}

/** Links to a person by id. A persona is shown by its name. */
export function PersonLink({ personId }: { personId: string }) {
  return personId.startsWith('psn') ? <PersonaName personaId={personId} /> : <PersonNameLink personId={personId} />
}

function PersonNameLink({ personId }: { personId: string }) {
  const { data, isPending, isError } = usePersonById(personId)
  if (isPending) return <Skeleton component="span" display="inline-block" h={14} w={120} />
  if (!data && !isError)
    return (
      <Text span fz="inherit" className="quiet">
        {strings.person.gone}
      </Text>
    )
  return <>{data ? personNameOf(data) : personId}</>
}

function PersonaName({ personaId }: { personaId: string }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('personas', personaId),
    queryFn: ({ signal }) => agent.api.get('/personas/{personaId}', { path: { personaId }, signal }),
    staleTime: 60_000,
  })
  return <>{data?.name ?? personaId}</>
}
