import { Button, Checkbox, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { words } from '#words/agent.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { PartHead } from '../../../parts/section/PartFrame.tsx'
import { useAgentChanged } from '../../../parts/section/useAgentChanged.ts'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { useUpdates } from './useUpdates.ts'

const UpdateDiff = lazy(() => import('./UpdateDiff.tsx'))
const { updates: said } = words
type Entry = Schema<'UpdateEntry'>

const keyOf = ({ kind, id }: Entry): string => `${kind} ${id}`

/** What came from the catalog, and what it has newer: each with what would change, the chosen ones at once. */
export function UpdatesPart() {
  const read = useUpdates()
  const canApply = useCan('editor')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const entries = read.data?.data.toSorted((one, two) => Number(two.updateAvailable) - Number(one.updateAvailable))
  const waiting = entries?.filter(({ updateAvailable }) => updateAvailable) ?? []
  const apply = useApply(() => setChosen(new Set()))
  const picked = waiting.filter((entry) => chosen.has(keyOf(entry)))
  const toggle = (entry: Entry) => {
    const next = new Set(chosen)
    if (!next.delete(keyOf(entry))) next.add(keyOf(entry))
    setChosen(next)
  }
  return (
    <Stack>
      <PartHead
        title={words.parts.updates}
        lead={said.lead}
        actions={
          canApply &&
          waiting.length > 0 && (
            <Button disabled={picked.length === 0} loading={apply.isPending} onClick={() => apply.mutate(picked)}>
              {said.apply(picked.length)}
            </Button>
          )
        }
      />
      {read.error && <Trouble error={read.error} retry={read.refetch} />}
      {apply.error && <Trouble error={apply.error} />}
      {!entries && !read.error && <Loading />}
      {entries?.length === 0 && <EmptyState icon={IconRefresh} title={said.none} text={said.noneText} />}
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

function useApply(after: () => void) {
  const agent = useAgent()
  const changed = useAgentChanged()
  return useMutation({
    mutationFn: async (entries: readonly Entry[]) => {
      for (const { kind, id } of entries) await agent.api.post('/updates/apply', { body: { kind, id } })
      return entries.length
    },
    onSuccess: (count) => {
      after()
      tell.done(said.done(count))
    },
    onSettled: changed,
  })
}

function UpdateRow({ entry, chosen, toggle }: { entry: Entry; chosen: boolean; toggle: (() => void) | undefined }) {
  const [shown, setShown] = useState(false)
  const { kind, name, templateId, currentVersion, latestVersion, updateAvailable, templateMissing } = entry
  return (
    <Paper withBorder p="sm" component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            {updateAvailable && toggle && (
              <Checkbox mt={3} checked={chosen} onChange={toggle} aria-label={said.choose(name)} />
            )}
            <Stack gap={2}>
              <Group gap={8}>
                <Text fw={600}>{name}</Text>
                {name !== said.kinds[kind] && (
                  <Text size="sm" className="quiet">
                    {said.kinds[kind]}
                  </Text>
                )}
                <StatusBadge {...stateOf(entry)} />
              </Group>
              <Text size="xs" className="quiet">
                {templateId} · {said.versions(currentVersion, templateMissing ? undefined : latestVersion)}
              </Text>
            </Stack>
          </Group>
          {updateAvailable && (
            <Button
              variant="default"
              size="xs"
              onClick={() => setShown(!shown)}
              aria-expanded={shown}
              aria-label={shown ? said.hideNamed(name) : said.compareNamed(name)}
              style={{ flexShrink: 0 }}
            >
              {shown ? said.hide : said.compare}
            </Button>
          )}
        </Group>
        {shown && (
          <Suspense fallback={<Skeleton h={160} />}>
            <UpdateDiff entry={entry} />
          </Suspense>
        )}
      </Stack>
    </Paper>
  )
}

function stateOf({ updateAvailable, templateMissing }: Entry): { status: string; label: string } {
  if (templateMissing) return { status: 'unknown', label: said.missing }
  return updateAvailable ? { status: 'requested', label: said.waiting } : { status: 'ready', label: said.current }
}
