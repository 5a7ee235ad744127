import { Skeleton } from '@mantine/core'
import { words } from '#words/people.ts'
import { useNamed } from '../../../api/people.ts'
import { usePlace } from '../../../app/org.ts'
import { AnchorLink } from '../../../parts/links.tsx'
import { nameOf } from '../names.ts'

/** An appointment knows its person by id alone. */
export function PersonName({ id }: { id: string }) {
  const place = usePlace()
  const { data, isPending } = useNamed(id)
  if (isPending) return <Skeleton h={14} w={120} />
  return (
    <AnchorLink
      to="/orgs/$org/agents/$agent/people/$personId"
      params={{ ...place, personId: id }}
      search={{ tab: 'appointments' }}
      size="sm"
      fw={500}
    >
      {data ? nameOf(data) : words.unnamed}
    </AnchorLink>
  )
}
