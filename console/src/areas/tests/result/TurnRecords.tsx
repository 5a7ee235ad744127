import { Accordion, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { words } from '#words/tests.ts'
import { useAgent } from '../../../app/org.ts'
import { Loading } from '../../../parts/Loading.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { explainedRecord } from '../../../parts/turn/explained.ts'
import { TurnInspector } from '../../../parts/turn/TurnInspector.tsx'
import type { Result } from '../shared/reads.ts'

const { result: said } = words

/** Why the agent answered as it did, turn by turn. */
export function TurnRecords({ result: { turnIds = [] } }: { result: Result }) {
  const [opened, setOpened] = useState<string | null>(turnIds[0] ?? null)
  if (turnIds.length === 0) return <Text className="quiet">{said.noRecords}</Text>
  return (
    <Accordion variant="contained" value={opened} onChange={setOpened}>
      {turnIds.map((turnId, place) => (
        <Accordion.Item key={turnId} value={turnId}>
          <Accordion.Control>{words.turn.name(place + 1)}</Accordion.Control>
          <Accordion.Panel>{opened === turnId && <Record turnId={turnId} />}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function Record({ turnId }: { turnId: string }) {
  const agent = useAgent()
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('turn', turnId),
    queryFn: ({ signal }) => agent.api.get('/turns/{turnId}', { path: { turnId }, signal }),
  })
  if (error) return <Trouble error={error} retry={refetch} />
  return data ? <TurnInspector turn={explainedRecord(data)} /> : <Loading />
}
