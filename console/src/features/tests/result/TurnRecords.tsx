import { Accordion, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings as testRunsTexts } from '#i18n/test-runs.ts'
import { strings } from '#i18n/tests.ts'
import { useAgent } from '../../../app/current-org.ts'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'

import { TurnInspector } from '../../../components/turn/TurnInspector.tsx'
import { explainRecord } from '../../../components/turn/turn-explanation.ts'
import type { TestResult } from '../shared/test-data.ts'

const { result: texts } = testRunsTexts

export function TurnRecords({ result: { turnIds = [] } }: { result: TestResult }) {
  const [opened, setOpened] = useState<string | null>(turnIds[0] ?? null)
  if (turnIds.length === 0) return <Text className="quiet">{texts.noRecords}</Text>
  return (
    <Accordion variant="contained" value={opened} onChange={setOpened}>
      {turnIds.map((turnId, index) => (
        <Accordion.Item key={turnId} value={turnId}>
          <Accordion.Control>{strings.turn.name(index + 1)}</Accordion.Control>
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
  if (error) return <ErrorAlert error={error} retry={refetch} />
  return data ? <TurnInspector turn={explainRecord(data)} /> : <Loading />
}
