import { Skeleton, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { words } from '#words/outreach.ts'
import { useNamed } from '../../../api/people.ts'
import { useAgent } from '../../../app/org.ts'

type Named = Pick<Schema<'Person'>, 'fullName' | 'firstName' | 'lastName' | 'email' | 'phone'>

export function nameOf({ fullName, firstName, lastName, email, phone }: Named): string {
  const parts = [firstName, lastName].filter(Boolean).join(' ')
  return fullName || parts || email || phone || words.person.unnamed
}

export function usePerson(personId: string | undefined) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('people', personId),
    queryFn: ({ signal }) => agent.api.get('/people/{personId}', { path: { personId: personId ?? '' }, signal }),
    enabled: personId !== undefined,
    staleTime: 60_000,
  })
}

/** Somebody whom a list knows by id only. A persona is called as it is. */
export function PersonName({ personId }: { personId: string }) {
  return personId.startsWith('psn') ? <PersonaName personaId={personId} /> : <RealName personId={personId} />
}

function RealName({ personId }: { personId: string }) {
  const { data, isPending, isError } = useNamed(personId)
  if (isPending) return <Skeleton component="span" display="inline-block" h={14} w={120} />
  if (!data && !isError)
    return (
      <Text span fz="inherit" className="quiet">
        {words.person.gone}
      </Text>
    )
  return <>{data ? nameOf(data) : personId}</>
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
