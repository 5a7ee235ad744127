import { Button, Stack, Text } from '@mantine/core'
import { strings } from '#i18n/versions.ts'
import { useList } from '../../../api/paged-list.ts'
import { useAgent } from '../../../app/current-org.ts'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import type { Draft } from '../versions-data.ts'
import { SidePart } from './SidePart.tsx'

const { edits: texts } = strings

/** The writes in a draft, newest first. */
export function useDraftEdits(draftId: string) {
  const agent = useAgent()
  return useList(agent.key('drafts', draftId, 'edits'), (page, signal) =>
    agent.api.get('/drafts/{draftId}/edits', { path: { draftId }, query: { ...page, limit: 100 }, signal }),
  )
}

export function DraftEdits({ draft }: { draft: Draft }) {
  const { rows, error, more } = useDraftEdits(draft.id)
  return (
    <SidePart title={texts.title}>
      {error && <ErrorAlert error={error} />}
      {rows?.length === 0 && <Text size="sm">{texts.none}</Text>}
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {rows?.map(({ at, by, summary }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several edits can have the same time
          <li key={`${at} ${index}`}>
            <Text size="sm">{summary}</Text>
            <Text size="xs" className="quiet">
              {by.name ?? by.id} · <Timestamp at={at} />
            </Text>
          </li>
        ))}
      </Stack>
      {more.has && (
        <Button size="xs" variant="default" loading={more.loading} onClick={more.load}>
          {texts.more}
        </Button>
      )}
    </SidePart>
  )
}
