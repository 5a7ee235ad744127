import { Button, Group, NumberInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/versions.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { type Draft, useInvalidateVersions } from '../versions-data.ts'
import { SidePart } from './SidePart.tsx'

const { canary: texts } = strings
const usualPercent = 10

/** Lets the draft answer a share of new sessions. */
export function CanaryPanel({ draft }: { draft: Draft }) {
  const params = useRouteIds()
  const canWrite = useCan('editor')
  return (
    <SidePart title={texts.title}>
      <Text size="sm">{draft.canary ? texts.started(draft.canary.percent) : texts.lead}</Text>
      {canWrite && <CanaryControls draft={draft} />}
      <AnchorLink size="sm" to="/orgs/$org/agents/$agent/versions/comparison" params={params}>
        {texts.compare}
      </AnchorLink>
    </SidePart>
  )
}

function CanaryControls({ draft: { id: draftId, canary } }: { draft: Draft }) {
  const agent = useAgent()
  const changed = useInvalidateVersions()
  const [percent, setPercent] = useState<number | string>(canary?.percent ?? usualPercent)
  const start = useMutation({
    mutationFn: (share: number) =>
      agent.api.post('/drafts/{draftId}/_canary', { path: { draftId }, body: { percent: share } }),
    onSuccess: async (_, share) => {
      await changed()
      notify.success(texts.started(share))
    },
  })
  const end = useMutation({
    mutationFn: () => agent.api.post('/drafts/{draftId}/_endCanary', { path: { draftId } }),
    onSuccess: async () => {
      await changed()
      notify.success(texts.ended)
    },
  })
  const ask = async () => {
    const share = Number(percent)
    const ok = canary ? texts.change : texts.start
    if (await askConfirmation({ title: texts.confirm(share), text: texts.confirmText, ok })) start.mutate(share)
  }
  const error = start.error ?? end.error
  return (
    <>
      <Group align="flex-end" gap="xs">
        <NumberInput
          label={texts.percent}
          suffix=" %"
          min={1}
          max={99}
          allowDecimal={false}
          w={180}
          value={percent}
          onChange={setPercent}
        />
        <Button variant="default" loading={start.isPending} disabled={percent === ''} onClick={() => void ask()}>
          {canary ? texts.change : texts.start}
        </Button>
        {canary && (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
            {texts.end}
          </Button>
        )}
      </Group>
      {error && <ErrorAlert error={error} />}
    </>
  )
}
