import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { words } from '#words/campaigns.ts'
import { type OpenAgent, useAgent } from '../../../app/org.ts'
import { saveFile } from '../../../parts/save-file.ts'
import { tell } from '../../../parts/tell.tsx'
import type { Campaign } from '../campaign.ts'

const { report: said } = words
const columns = ['id', 'personId', 'asid', 'state', 'reason', 'sendId'] as const

/** Every recipient as a file, read page by page; it can be stopped. */
export function CsvButton({ campaign }: { campaign: Campaign }) {
  const agent = useAgent()
  const [rows, setRows] = useState<number>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const save = async () => {
    const stop = new AbortController()
    stopping.current = stop
    setRows(0)
    try {
      const text = await csvOf(agent, campaign.id, { signal: stop.signal, onRows: setRows })
      saveFile(new Blob([text], { type: 'text/csv' }), `${said.csvName}-${campaign.id}.csv`)
    } catch (error) {
      if (!stop.signal.aborted) tell.failed(error)
    }
    setRows(undefined)
  }
  if (rows === undefined) {
    return (
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
        {said.csv}
      </Button>
    )
  }
  return (
    <Group gap="xs">
      <Text size="sm" role="status">
        {said.csvRunning(rows)}
      </Text>
      <Button variant="default" onClick={() => stopping.current?.abort()}>
        {said.csvStop}
      </Button>
    </Group>
  )
}

type Heed = { signal: AbortSignal; onRows: (rows: number) => void }

async function csvOf({ api }: OpenAgent, campaignId: string, { signal, onRows }: Heed): Promise<string> {
  const { unparse } = (await import('papaparse')).default
  const rows: (string | undefined)[][] = []
  const path = { campaignId }
  for await (const recipient of api.each('/campaigns/{campaignId}/recipients', {
    path,
    query: { limit: 200 },
    signal,
  })) {
    rows.push(columns.map((column) => recipient[column]))
    if (rows.length % 200 === 0) onRows(rows.length)
  }
  return unparse({ fields: [...columns], data: rows }, { escapeFormulae: true, newline: '\n' })
}
