import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { strings } from '#i18n/campaigns.ts'
import { type CurrentAgent, useAgent } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { formatCsv, saveFile } from '../../../components/save-file.ts'
import type { Campaign } from '../campaign.ts'
import type { RecipientFilter } from '../campaign-search.ts'

const { report: texts } = strings
const columns = ['id', 'personId', 'asid', 'channel', 'variantId', 'state', 'reason', 'sendId'] as const

type CsvButtonProps = { campaign: Campaign; filter?: RecipientFilter }

/** Exports every recipient that matches as CSV, page by page; can be canceled. */
export function CsvButton({ campaign, filter = {} }: CsvButtonProps) {
  const agent = useAgent()
  const [rows, setRows] = useState<number>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  const save = async () => {
    const stop = new AbortController()
    stopping.current = stop
    setRows(0)
    try {
      const text = await buildCsv(agent, campaign.id, { filter, signal: stop.signal, onRows: setRows })
      saveFile(new Blob([text], { type: 'text/csv' }), `${texts.csvName}-${campaign.id}.csv`)
    } catch (error) {
      if (!stop.signal.aborted) notify.error(error)
    }
    setRows(undefined)
  }
  if (rows === undefined) {
    return (
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
        {Object.keys(filter).length > 0 ? texts.csvFiltered : texts.csv}
      </Button>
    )
  }
  return (
    <Group gap="xs">
      <Text size="sm" role="status">
        {texts.csvRunning(rows)}
      </Text>
      <Button variant="default" onClick={() => stopping.current?.abort()}>
        {texts.csvStop}
      </Button>
    </Group>
  )
}

type CsvOptions = { filter: RecipientFilter; signal: AbortSignal; onRows: (rows: number) => void }

async function buildCsv({ api }: CurrentAgent, campaignId: string, options: CsvOptions): Promise<string> {
  const { filter, signal, onRows } = options
  const rows: (string | undefined)[][] = []
  const path = { campaignId }
  for await (const recipient of api.each('/campaigns/{campaignId}/recipients', {
    path,
    query: { limit: 200, ...filter },
    signal,
  })) {
    rows.push(columns.map((column) => recipient[column]))
    if (rows.length % 200 === 0) onRows(rows.length)
  }
  return formatCsv([columns, ...rows], '\n')
}
