import { Button, Checkbox, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { strings } from '#i18n/agent.ts'
import { strings as agentTemplatesTexts } from '#i18n/agent-templates.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { SectionHead } from '../../../components/section/SectionFrame.tsx'
import { useInvalidateAgent } from '../../../components/section/useAgentSection.ts'
import { useUpdates } from './useUpdates.ts'

const UpdateDiff = lazy(() => import('./UpdateDiff.tsx'))
const { updates: texts } = agentTemplatesTexts
type CatalogUpdate = Schema<'UpdateEntry'>

const keyOf = ({ kind, id }: CatalogUpdate): string => `${kind} ${id}`

/** Pieces with a newer version in the catalog: a diff of each, and a button that updates the selected ones. */
export function UpdatesPart() {
  const read = useUpdates()
  const canApply = useCan('editor')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const entries = read.data?.data.toSorted((one, two) => Number(two.updateAvailable) - Number(one.updateAvailable))
  const waiting = entries?.filter(({ updateAvailable }) => updateAvailable) ?? []
  const apply = useApplyUpdates(() => setChosen(new Set()))
  const picked = waiting.filter((entry) => chosen.has(keyOf(entry)))
  const toggle = (entry: CatalogUpdate) => {
    const next = new Set(chosen)
    if (!next.delete(keyOf(entry))) next.add(keyOf(entry))
    setChosen(next)
  }
  return (
    <Stack>
      <SectionHead
        title={strings.parts.updates}
        lead={texts.lead}
        actions={
          canApply &&
          waiting.length > 0 && (
            <Button disabled={picked.length === 0} loading={apply.isPending} onClick={() => apply.mutate(picked)}>
              {texts.apply(picked.length)}
            </Button>
          )
        }
      />
      {read.error && <ErrorAlert error={read.error} retry={read.refetch} />}
      {apply.error && <ErrorAlert error={apply.error} />}
      {!entries && !read.error && <Loading />}
      {entries?.length === 0 && <EmptyState icon={IconRefresh} title={texts.none} text={texts.noneText} />}
      {entries?.map((entry) => (
        <UpdateRow
          key={keyOf(entry)}
          entry={entry}
          chosen={chosen.has(keyOf(entry))}
          toggle={canApply ? () => toggle(entry) : undefined}
        />
      ))}
    </Stack>
  )
}

function useApplyUpdates(after: () => void) {
  const agent = useAgent()
  const changed = useInvalidateAgent()
  return useMutation({
    mutationFn: async (entries: readonly CatalogUpdate[]) => {
      for (const { kind, id } of entries) await agent.api.post('/updates/apply', { body: { kind, id } })
      return entries.length
    },
    onSuccess: (count) => {
      after()
      notify.success(texts.done(count))
    },
    onSettled: changed,
  })
}

function UpdateRow({
  entry,
  chosen,
  toggle,
}: {
  entry: CatalogUpdate
  chosen: boolean
  toggle: (() => void) | undefined
}) {
  const [isOpen, setShown] = useState(false)
  const { kind, name, templateId, currentVersion, latestVersion, updateAvailable, templateMissing } = entry
  return (
    <Paper withBorder p="sm" component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            {updateAvailable && toggle && (
              <Checkbox mt={3} checked={chosen} onChange={toggle} aria-label={texts.choose(name)} />
            )}
            <Stack gap={2}>
              <Group gap={8}>
                <Text fw={600}>{name}</Text>
                {name !== texts.kinds[kind] && (
                  <Text size="sm" className="quiet">
                    {texts.kinds[kind]}
                  </Text>
                )}
                <StatusBadge {...updateStateOf(entry)} />
              </Group>
              <Text size="xs" className="quiet">
                {templateId} · {texts.versions(currentVersion, templateMissing ? undefined : latestVersion)}
              </Text>
            </Stack>
          </Group>
          {updateAvailable && (
            <Button
              variant="default"
              size="xs"
              onClick={() => setShown(!isOpen)}
              aria-expanded={isOpen}
              aria-label={isOpen ? texts.hideNamed(name) : texts.compareNamed(name)}
              style={{ flexShrink: 0 }}
            >
              {isOpen ? texts.hide : texts.compare}
            </Button>
          )}
        </Group>
        {isOpen && (
          <Suspense fallback={<Skeleton h={160} />}>
            <UpdateDiff entry={entry} />
          </Suspense>
        )}
      </Stack>
    </Paper>
  )
}

function updateStateOf({ updateAvailable, templateMissing }: CatalogUpdate): { status: string; label: string } {
  if (templateMissing) return { status: 'unknown', label: texts.missing }
  return updateAvailable ? { status: 'requested', label: texts.waiting } : { status: 'ready', label: texts.current }
}
